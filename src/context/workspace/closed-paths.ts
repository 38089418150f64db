import { patternMatcher } from "../../domain/config/path-pattern.js";
import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { PROTECTED_BY_DEFAULT } from "../../domain/enforcement/protected-by-default.js";
import type { TreeEntry } from "../../engine/ports.js";

/** Secrets never reach a prompt (decisions.md#secrets-stay-out). */
const SECRETS = PROTECTED_BY_DEFAULT.filter(({ why }) => why === "secrets").flatMap(({ patterns }) => patterns);
/** The product role's own input, which no other role gets (requirements.md#who-sees-what). */
const PRODUCT_REQUEST = "/SPEC.md";
/** Workflows decide how work is judged: roles have no use for them, and may not change them. */
const WORKFLOWS = ".github";

/** Files that no workspace shows, whatever a pack grants. Takes a path's most lenient spelling. */
export const isClosedToRoles = patternMatcher([PRODUCT_REQUEST, WORKFLOWS, ...SECRETS], { ignoreCase: true });

export function isFactoryFile(key: string): boolean {
  return key === ".factory" || key.startsWith(".factory/");
}

/** Neither a symbolic link nor a submodule, which refer to something else. */
export function isOrdinaryFile({ mode }: TreeEntry): boolean {
  return mode === "100644" || mode === "100755";
}

/** Whether a workspace can name an entry at all. */
export function isNameable(entry: TreeEntry): boolean {
  const normal = normalisePath(entry.path);
  if (!normal.ok || normal.value.path !== entry.path || !isOrdinaryFile(entry)) return false;
  return !isClosedToRoles(normal.value.key) && !isFactoryFile(normal.value.key);
}
