import { patternMatcher } from "../../domain/config/path-pattern.js";
import { LOCK_FILES, MANIFESTS } from "../../domain/enforcement/protected-by-default.js";

/** Whether a file says what a project depends on: closed to roles, and what settles declared packages. */
export const isPackageFile = patternMatcher([...MANIFESTS.patterns, ...LOCK_FILES.patterns]);
