import { servesTests } from "../../../languages/test-reading/serves-tests.js";
import type { GateContext } from "../../gate-context.js";

/**
 * Why a test must not import a file; undefined if it may. Tests are black-box: they import the module's entry, the
 * entries of declared dependencies, and test libraries and helpers (decisions.md#tests-are-black-box). A stand-alone
 * plan has no entry and no such rule.
 */
export function outsideView(path: string, target: string, { manifest, dependencies }: GateContext): string | undefined {
  const { entry, testFile } = manifest;
  if (path !== testFile || entry === null || target === entry) return undefined;
  if (dependencies.some((dependency) => dependency.entry === target) || servesTests(target)) return undefined;
  return `${target} is not the module's entry; tests look from outside, through ${entry}`;
}
