import type { AssertionNature } from "../source-file.js";

const STRENGTH: readonly AssertionNature[] = ["failure", "value", "mock", "snapshot", "count", "tautology"];

/** The nature of a helper's assertions together: one that can fail is enough. */
export function strongestNature(assertions: readonly { readonly nature: AssertionNature }[]): AssertionNature {
  return STRENGTH.find((nature) => assertions.some((assertion) => assertion.nature === nature)) ?? "value";
}
