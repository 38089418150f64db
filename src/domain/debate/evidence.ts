import { isPlaceholder } from "../placeholder.js";

/**
 * Shorter evidence cannot describe what was checked and found (requirements.md#mild-reviews); a token is four
 * characters.
 */
export const MIN_EVIDENCE_TOKENS = 6;
const CHARACTERS_PER_TOKEN = 4;

/**
 * Words of praise, and connecting words. Evidence without any other word is a stock phrase: "looks correct", "LGTM",
 * "seems fine".
 */
const EMPTY_WORDS = new Set(
  `a acceptable adequate all also an and any appears approved are as be been believe by can checked clean code complete
  compliant concerns conforms contract correct correctly covered criteria criterion done everything expected fine for found
  fulfilled good great handled has have here i implementation in intended is issue issues it job lgtm look looking looks me
  meets met minor module my nice no nothing of ok okay only overall pass passed passes perfect perfectly problem problems
  proper properly proposal quite report requirement requirements reviewed right satisfied satisfies see seem seems so solid
  specified sufficient suggestion suggestions test tested tests that the there they think this to valid verified very was we
  well were with work working works wrong yes`.split(/\s+/),
);

export type EvidenceProblem = "empty-evidence" | "stock-evidence" | "short-evidence";

/** What is wrong with the text of a piece of evidence, whatever its subject; undefined when nothing is. */
export function evidenceProblem(evidence: string): EvidenceProblem | undefined {
  if (isPlaceholder(evidence)) return "empty-evidence";
  const words =
    evidence
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.every((word) => EMPTY_WORDS.has(word))) return "stock-evidence";
  const length = evidence.replace(/\s+/g, " ").trim().length;
  return length < MIN_EVIDENCE_TOKENS * CHARACTERS_PER_TOKEN ? "short-evidence" : undefined;
}
