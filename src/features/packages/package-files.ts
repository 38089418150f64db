import { patternMatcher } from "../../domain/config/path-pattern.js";
import { LOCK_FILES, MANIFESTS } from "../../domain/enforcement/protected-by-default.js";

/** Whether a file declares dependencies. Such files are closed to roles, and only declared packages change them. */
export const isPackageFile = patternMatcher([...MANIFESTS.patterns, ...LOCK_FILES.patterns]);
