import { patternMatcher } from "../../domain/config/path-pattern.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { SECRET_FILES } from "../../domain/enforcement/secret-files.js";
import type { TreeEntry } from "../../engine/ports.js";

/** The product role's own input, which no other role is given (requirements.md#who-sees-what). */
const PRODUCT_REQUEST = "/SPEC.md";
/** Workflows decide how work is judged: whoever builds it has no use for them, and may not touch them either. */
const WORKFLOWS = ".github";

/**
 * Files that no workspace shows, whatever a pack says; secrets never reach a prompt (decisions.md#secrets-stay-out). Takes a
 * path's most forgiving spelling.
 */
export const isClosedToRoles = patternMatcher([PRODUCT_REQUEST, WORKFLOWS, ...SECRET_FILES.patterns], {
  ignoreCase: true,
});

export function isFactoryFile(key: string): boolean {
  return key === ".factory" || key.startsWith(".factory/");
}

/** Neither a symbolic link nor a submodule: those stand for something else than they show. */
export function isOrdinaryFile({ mode }: TreeEntry): boolean {
  return mode === "100644" || mode === "100755";
}

/** Whether a workspace can name an entry at all, whoever owns it. */
export function isNameable(entry: TreeEntry): boolean {
  const normal = normalisePath(entry.path);
  if (!normal.ok || normal.value.path !== entry.path || !isOrdinaryFile(entry)) return false;
  return !isClosedToRoles(normal.value.key) && !isFactoryFile(normal.value.key);
}
