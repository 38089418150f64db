import type { AssertionNature } from "../source-file.js";

const STRENGTH: readonly AssertionNature[] = ["failure", "value", "mock", "snapshot", "count", "tautology"];

/** What a helper's assertions amount to: one of them that can fail is enough. */
export function strongestNature(assertions: readonly { readonly nature: AssertionNature }[]): AssertionNature {
  return STRENGTH.find((nature) => assertions.some((assertion) => assertion.nature === nature)) ?? "value";
}
