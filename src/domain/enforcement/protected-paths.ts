import type { Config } from "../config/config.js";
import { patternMatcher } from "../config/path-pattern.js";
import { normalisePath } from "./normalise-path.js";
import { ALWAYS_PROTECTED, PROTECTED_BY_DEFAULT } from "./protected-by-default.js";

/** Who may change a path: no role ever, a role in danger mode, or any role that has it in its manifest. */
export type Protection =
  | { readonly level: "never"; readonly why: string }
  | { readonly level: "danger-mode"; readonly why: string }
  | { readonly level: "none" };

/** The part of the configuration about paths. */
export type PathRules = Pick<Config, "protected_paths" | "danger_mode">;

const ignoreCase = { ignoreCase: true };
const isAlwaysProtected = patternMatcher(ALWAYS_PROTECTED.patterns, ignoreCase);
const DEFAULT_GROUPS = PROTECTED_BY_DEFAULT.map(({ why, patterns }) => ({
  why,
  matches: patternMatcher(patterns, ignoreCase),
}));

/** Compiles the rules once for many paths. A path that cannot be judged is protected. */
export function pathProtection(rules: Pick<PathRules, "protected_paths">): (path: string) => Protection {
  const configured = {
    why: "protected_paths in .factory/config.yml",
    matches: patternMatcher(rules.protected_paths, ignoreCase),
  };
  return (path) => {
    const normal = normalisePath(path);
    if (!normal.ok) return { level: "never", why: normal.refusal.message };
    const { key } = normal.value;
    if (isAlwaysProtected(key)) return { level: "never", why: ALWAYS_PROTECTED.why };
    const group = [...DEFAULT_GROUPS, configured].find(({ matches }) => matches(key));
    return group === undefined ? { level: "none" } : { level: "danger-mode", why: group.why };
  };
}

/** Whether a role may change a path. Danger mode opens exactly what it names, and never the first level. */
export function mayChange(path: string, rules: PathRules): boolean {
  const { level } = pathProtection(rules)(path);
  if (level !== "danger-mode") return level === "none";
  return rules.danger_mode.enabled && isNamed(path, rules.danger_mode.paths);
}

/** Opening is judged by the path as git writes it, protection by the most tolerant reading. */
function isNamed(path: string, patterns: readonly string[]): boolean {
  const normal = normalisePath(path);
  return normal.ok && patternMatcher(patterns)(normal.value.path);
}
