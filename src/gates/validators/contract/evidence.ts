import type { Assertion, TestCase } from "../../../languages/source-file.js";
import { bestStrength, type Strength, type WeakProof } from "../../../languages/test-reading/strength.js";
import type { JudgedContract } from "../../contract-reading.js";

/** What a test is worth, by the best of its assertions; undefined where it has none (decisions.md#assertions-that-count). */
export type Evidence = { readonly assertion: Assertion; readonly strength: Strength };

export function evidenceOf({ assertions }: Pick<TestCase, "assertions">): Evidence | undefined {
  const found = assertions
    .filter(({ nature }) => nature !== "count")
    .map((assertion) => ({ assertion, strength: assertion.strength() }));
  const best = bestStrength(found.map(({ strength }) => strength));
  return found.find(({ strength }) => strength === best);
}

/** Whether a test shows something: an assertion of it counts, or could not be followed. */
export function shows(test: Pick<TestCase, "assertions">): boolean {
  const verdict = evidenceOf(test)?.strength.verdict;
  return verdict === "counts" || verdict === "unclear";
}

/** How a clause says that just this is what it asks for. */
const CLAIMS: Readonly<Record<WeakProof, RegExp>> = {
  exists:
    /\b(?:defined|exists?|present|not (?:be )?(?:null|undefined|none)|non-?null|exports?|exposed?|available|is a function)\b/i,
  "no-throw":
    /\b(?:not|never|no|without)\b.{0,40}\b(?:throw|error|fail|crash|rais|reject|exception|complain)\w*|\b(?:accept|tolerat|ignor|allow|no-?op)\w*/i,
  same: /\b(?:same|memo|cache|identical|deterministic|idempoten|stable|repeat|again|consistent|twice|pure)\w*/i,
};

/**
 * Whether weak evidence is enough: a clause of the test asks for just that, or what its clauses ask for is shown by
 * another test. Where there are no clauses, any other test that shows something will do.
 */
export function isWeaknessExcused(
  test: TestCase,
  proof: WeakProof,
  { tests, contract }: { readonly tests: readonly TestCase[]; readonly contract: JudgedContract | undefined },
): boolean {
  const tagged = new Set(test.clauses.map(({ clauseId }) => clauseId));
  const clauses = contract?.clauses.filter(({ id }) => tagged.has(id)) ?? [];
  if (clauses.some(({ title, spec }) => CLAIMS[proof].test(`${title} ${spec}`))) return true;
  const others = tests.filter(
    (other) => other !== test && !other.skipped && other.conditional !== true && shows(other),
  );
  if (clauses.length === 0) return others.length > 0;
  return clauses.every(({ id }) => others.some((other) => other.clauses.some(({ clauseId }) => clauseId === id)));
}
