import { checkKind } from "../../domain/contract/assertion.js";
import { compareExports } from "../../domain/enforcement/additive-tolerance.js";
import { type AssertionSettings, checkAssertion } from "../assertions/check-assertion.js";
import { foundExports } from "../assertions/check-assertions.js";
import type { JudgedFiles } from "../assertions/judged-files.js";
import type { JudgedContract } from "../contract-reading.js";

/** One way in which the finished code does not offer what its contract promises. */
export type SurfaceGap = { readonly name: string; readonly expected: string; readonly actual: string };

export type SurfaceMatch = {
  readonly matches: boolean;
  readonly gaps: readonly SurfaceGap[];
  /** Offered beyond the contract; welcome (seed 000, additive tolerance). */
  readonly extra: readonly string[];
};

type Promised = Pick<JudgedContract, "creates" | "assertions">;

/** The public surface against the contract: every export is there, with the signature where an assertion gives one. */
export function surfaceMatches(contract: Promised, files: JudgedFiles, entry: string): SurfaceMatch {
  const { missing, extra } = compareExports(contract.creates, foundExports(contract.creates, entry, files));
  const settings: AssertionSettings = { entry, semantic: "suggest" };
  const signatures = contract.assertions
    .filter(({ type, check }) => type === "assert" && checkKind(check) === "signature_match")
    .map((assertion) => checkAssertion(assertion, files, settings))
    .filter(({ passed }) => !passed);
  const gaps = [
    ...missing.map(({ name, insteadFound }) => ({
      name,
      expected: `export "${name}"`,
      actual: insteadFound === undefined ? "not found" : `not found; there is "${insteadFound}"`,
    })),
    ...signatures.map(({ assertion, expected, actual, error }) => ({
      name: String(assertion.check.target),
      expected: expected ?? assertion.message,
      actual: error ?? actual ?? "not found",
    })),
  ];
  return { matches: gaps.length === 0, gaps, extra };
}
