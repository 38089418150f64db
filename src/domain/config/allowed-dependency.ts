/**
 * Whether a plan may add this package without a person's consent (decisions.md#declared-packages). `@scope/*` allows
 * every package of the scope.
 */
export function isAllowedDependency(name: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.endsWith("/*") ? isBelow(name, entry.slice(0, -1)) : entry === name));
}

function isBelow(name: string, scope: string): boolean {
  return name.length > scope.length && name.startsWith(scope);
}
