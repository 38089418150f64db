import { z } from "zod";
import { noDuplicates } from "../contract/unique.js";
import { Instant, Sha } from "../ids.js";
import { resultsByName, type TestResult } from "./test-result.js";

const Names = z.array(z.string().min(1)).superRefine(noDuplicates("test", (name) => name));

/**
 * `.factory/baseline.yml`: which tests pass and which were broken before (requirements.md#baseline). It has two lists
 * of names instead of results with copies of the failures: the lists cannot contradict each other, and a merge changes
 * few lines.
 */
export const TestBaseline = z
  .strictObject({
    schema_version: z.literal(1),
    captured_at: Instant,
    sha: Sha,
    command: z.string().min(1),
    passing: Names,
    known_failures: Names,
  })
  .superRefine(({ passing, known_failures }, context) => {
    const names = new Set(passing);
    for (const name of known_failures.filter((failure) => names.has(failure))) {
      context.addIssue({ code: "custom", path: ["known_failures"], message: `"${name}" is also listed as passing` });
    }
  });
export type TestBaseline = z.infer<typeof TestBaseline>;

/** A full run of the suite on one commit. */
export type SuiteRun = { readonly sha: Sha; readonly at: Instant; readonly results: readonly TestResult[] };

/** What a person accepted when merging in spite of the baseline. */
export type AcceptedChanges = { readonly removed: readonly string[]; readonly failing: readonly string[] };

const NOTHING_ACCEPTED: AcceptedChanges = { removed: [], failing: [] };

export function captureBaseline(command: string, { sha, at, results }: SuiteRun): TestBaseline {
  return {
    schema_version: 1,
    captured_at: at,
    sha,
    command,
    passing: namesWith(results, "passed"),
    known_failures: namesWith(results, "failed"),
  };
}

/**
 * The baseline after a merge. It only tightens (decisions.md#the-baseline-ratchets): a test that passes is expected to
 * pass from now on, and a known failure that passes or is gone is removed. A new failure is never added and a passing
 * test never removed, except by name.
 */
export function ratchetBaseline(
  baseline: TestBaseline,
  run: SuiteRun,
  accepted: AcceptedChanges = NOTHING_ACCEPTED,
): TestBaseline {
  const failing = new Set(namesWith(run.results, "failed"));
  const acceptedFailures = accepted.failing.filter((name) => failing.has(name));
  const dropped = new Set([...accepted.removed, ...acceptedFailures]);
  const passing = new Set([
    ...baseline.passing.filter((name) => !dropped.has(name)),
    ...namesWith(run.results, "passed"),
  ]);
  const stillBroken = baseline.known_failures.filter((name) => failing.has(name));
  return {
    ...baseline,
    captured_at: run.at,
    sha: run.sha,
    passing: [...passing].sort(),
    known_failures: [...new Set([...stillBroken, ...acceptedFailures])].sort(),
  };
}

/** The baseline after a revert. Only the names of removed tests are removed; no failure is added. */
export function withoutVanished(baseline: TestBaseline, run: SuiteRun): TestBaseline {
  const found = resultsByName(run.results);
  const removed = baseline.passing.filter((name) => !found.has(name));
  return ratchetBaseline(baseline, run, { removed, failing: [] });
}

function namesWith(results: readonly TestResult[], status: TestResult["status"]): string[] {
  return [...resultsByName(results).values()]
    .filter((result) => result.status === status)
    .map((result) => result.name)
    .sort();
}
