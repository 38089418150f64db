import { AssertionCheck, type ContractAssertion } from "../../domain/contract/assertion.js";
import { type AssertionResult, TO_BE_JUDGED, unknownCheckResult } from "../../domain/enforcement/assertion-result.js";
import type { JudgedFiles } from "../../languages/judged-files.js";
import { findExport } from "./find-export.js";
import { matchSignature } from "./match-signature.js";
import { patternFound } from "./pattern-found.js";

/** An assertion as it was written. Its check may be unknown. */
export type WrittenAssertion = AssertionResult["assertion"];

export type AssertionSettings = {
  /** The file for checks that name none. */
  readonly entry: string;
  /** Whether an assertion that a model judges may block; otherwise it only warns. */
  readonly semantic: "suggest" | "assert";
};

type Check<Type extends AssertionCheck["type"]> = Extract<AssertionCheck, { type: Type }>;
type Verdict = Omit<AssertionResult, "assertion">;

/**
 * Checks one assertion against the finished code. An unknown type is an error, never a pass
 * (decisions.md#checks-of-assertions).
 */
export function checkAssertion(
  assertion: WrittenAssertion | ContractAssertion,
  files: JudgedFiles,
  settings: AssertionSettings,
): AssertionResult {
  const check = AssertionCheck.safeParse(assertion.check);
  if (!check.success) return unknownCheckResult(assertion);
  switch (check.data.type) {
    case "export_exists":
      return { assertion, ...exportExists(check.data, files, settings) };
    case "file_exists":
      return { assertion, ...fileExists(check.data, files) };
    case "pattern_match":
      return { assertion, ...patternMatch(check.data, files) };
    case "signature_match":
    case "function_exists":
      return { assertion, ...signatureMatch(check.data, files, settings) };
    case "semantic":
      return { assertion: { ...assertion, type: softened(assertion.type, settings) }, ...toBeJudged(check.data) };
    default:
      return check.data satisfies never;
  }
}

function exportExists(
  { target, file }: Check<"export_exists">,
  files: JudgedFiles,
  { entry }: AssertionSettings,
): Verdict {
  const path = file ?? entry;
  const { found, tier, error } = findExport(path, target, files);
  const expected = `export "${target}" of ${path}`;
  if (error !== undefined) return { passed: false, tier, expected, error };
  return { passed: found, tier, expected, actual: found ? `found in ${path}` : "not found" };
}

function fileExists({ target }: Check<"file_exists">, { head }: JudgedFiles): Verdict {
  const passed = head.has(target);
  return { passed, tier: 1, expected: `file ${target}`, actual: passed ? "file exists" : "file not found" };
}

function patternMatch({ target, pattern }: Check<"pattern_match">, { head }: JudgedFiles): Verdict {
  const text = head.read(target);
  const expected = `pattern /${pattern}/ in ${target}`;
  if (text === undefined) return { passed: false, tier: 1, expected, error: `could not read ${target}` };
  const found = patternFound(pattern, text);
  if (!found.ok) return { passed: false, tier: 1, expected, error: found.refusal.message };
  return { passed: found.value, tier: 1, expected, actual: found.value ? "pattern found" : "pattern not found" };
}

function signatureMatch(
  { target, signature, file }: Check<"signature_match" | "function_exists">,
  files: JudgedFiles,
  { entry }: AssertionSettings,
): Verdict {
  const match = matchSignature({ path: file ?? entry, target, expected: signature }, files);
  const common = { tier: 3 as const, expected: match.expected };
  if (match.error !== undefined) return { passed: false, ...common, error: match.error };
  return { passed: match.passed, ...common, actual: match.actual };
}

/** Code cannot judge meaning. The result says so, and does not pass until the judge has decided. */
function toBeJudged({ target, criterion }: Check<"semantic">): Verdict {
  return { passed: false, tier: "judge", expected: `${target}: ${criterion}`, error: TO_BE_JUDGED };
}

function softened(type: WrittenAssertion["type"], { semantic }: AssertionSettings): WrittenAssertion["type"] {
  return semantic === "assert" ? type : "suggest";
}
