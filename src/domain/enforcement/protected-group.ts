import type { PathPattern } from "../config/path-pattern.js";

/**
 * Why a file is dangerous if the author of the judged work may change it. A new file belongs on the list if one of
 * these is true: it defines what the product is built from; it runs automatically; it configures a judging tool; it
 * governs the repository; it instructs an agent; it holds secrets.
 */
export type ProtectedClass =
  | "declares-dependencies"
  | "runs-by-itself"
  | "configures-a-judge"
  | "governs-the-repository"
  | "instructs-agents"
  | "holds-secrets";

/** Files that decide how work is judged, built or governed, and why no role may change them. */
export type ProtectedGroup = {
  readonly class: ProtectedClass;
  readonly why: string;
  readonly patterns: readonly PathPattern[];
};
