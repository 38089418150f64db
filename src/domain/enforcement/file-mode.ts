import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";

/** The git modes that a role may produce: a file, or an executable file. */
export const WritableMode = z.enum(["100644", "100755"]);
export type WritableMode = z.infer<typeof WritableMode>;

/**
 * A symlink or a submodule lets one path refer to another and so bypasses the rules about paths
 * (decisions.md#paths-are-normalised-first).
 */
export function checkFileMode(path: string, mode: string): Outcome<WritableMode> {
  const writable = WritableMode.safeParse(mode);
  if (writable.success) return accept(writable.data);
  const kind = mode === "120000" ? "a symbolic link" : mode === "160000" ? "a submodule" : `of mode ${mode}`;
  return refuse("file-mode", `${path} is ${kind}: only ordinary files may be written`, { path, mode });
}
