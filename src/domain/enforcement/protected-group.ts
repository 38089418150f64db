import type { PathPattern } from "../config/path-pattern.js";

/**
 * Why a file is dangerous in the hands of whoever is judged. A new file belongs on the list when one of these is true of it:
 * it says what the product is built from; it runs without anybody asking for it; it configures a tool that judges; it
 * governs the repository; it instructs an agent; it holds secrets.
 */
export type ProtectedClass =
  | "declares-dependencies"
  | "runs-by-itself"
  | "configures-a-judge"
  | "governs-the-repository"
  | "instructs-agents"
  | "holds-secrets";

/** Files that decide how work is judged, built or governed, and why no role may touch them. */
export type ProtectedGroup = {
  readonly class: ProtectedClass;
  readonly why: string;
  readonly patterns: readonly PathPattern[];
};
