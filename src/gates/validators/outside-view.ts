import type { GateContext } from "../gate-context.js";

/** Folders and files that serve tests and are nobody's inside. */
const TEST_SUPPORT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__fixtures__|specs?|fixtures|testing|test-?utils?|test-?helpers?)(?:\/|$)|(?:^|\/)conftest\.py$|\.(?:test|spec)\.[^/]+$|\.json$/i;

/**
 * Why a test must not import a file, if so. Tests are black-box: they import the module's entry, the entries of declared
 * dependencies, and what serves tests (RULES, gates). A stand-alone plan has no entry, and no such rule.
 */
export function outsideView(path: string, target: string, { manifest, dependencies }: GateContext): string | undefined {
  const { entry, testFile } = manifest;
  if (path !== testFile || entry === null || target === entry) return undefined;
  if (dependencies.some((dependency) => dependency.entry === target) || TEST_SUPPORT.test(target)) return undefined;
  return `${target} is not the module's entry; tests look from outside, through ${entry}`;
}
