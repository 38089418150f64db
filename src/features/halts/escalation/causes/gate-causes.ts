import { z } from "zod";
import { DIMENSIONS } from "../../../../domain/contract/dimensions.js";
import { Digest, ModuleRef } from "../../../../domain/ids.js";
import { FailureType } from "../../../../domain/validation/taxonomy.js";
import { LogExcerpt } from "../../../shipping/log-excerpt.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { firstOf, type LeftOut, leftOut, named, unlisted } from "../left-out.js";
import { OutsideText } from "../outside-text.js";

// Facts speak against the work: gates, tests, fingerprints.

const gateFindings = {
  failures: z.array(z.strictObject({ validator: OutsideText, message: OutsideText })).min(1),
  /** If it is a failure of its own that `failure_actions` stops at. */
  failure_type: FailureType.exactOptional(),
  ...leftOut,
};

/** The rule behind findings that are not listed. */
const GREEN = "Every gate is green";

export const gatesFailing = defineCause({
  kind: "gates-failing",
  reach: "module",
  evidence: {
    module: ModuleRef,
    attempts: z.int().min(1),
    /** What the Proposer said against these gates. */
    contested: z.array(z.strictObject({ validator: OutsideText, finding: OutsideText, why: OutsideText })).optional(),
    ...gateFindings,
  },
  recommended: "PROVIDE_FIX",
  decision: ({ module, failures, left_out }) =>
    `Provide a fix for ${module}, or change what is asked of it: ${validatorsOf(failures, left_out)} stayed red.`,
  failed: ({ failures, attempts, left_out, contested = [] }) => [
    ...failures.map(({ validator, message }) => ({
      invariant: validator,
      evidence: `${message} (after ${attempts} attempts)`,
    })),
    ...contested.map(({ validator, finding, why }) => ({
      invariant: `${validator} is right`,
      evidence: `The Proposer says that it is wrong to find "${finding}": ${why}`,
    })),
    ...unlisted(GREEN, left_out),
  ],
});

/** The whole branch is red, and the task has built no module that could repair it. */
export const branchFailing = defineCause({
  kind: "branch-failing",
  reach: "task",
  evidence: gateFindings,
  recommended: "RETRY_TASK",
  decision: ({ failures, left_out }) =>
    `Mend the default branch and retry, or provide another plan: this task only reuses what is there, and ${validatorsOf(failures, left_out)} is red.`,
  failed: ({ failures, left_out }) => [
    ...failures.map(({ validator, message }) => ({ invariant: validator, evidence: message })),
    ...unlisted(GREEN, left_out),
  ],
});

export const testsFailing = defineCause({
  kind: "tests-failing",
  reach: "module",
  /** The log itself, so that the card is complete (requirements.md#execution-log). */
  evidence: { module: ModuleRef, execution_log: LogExcerpt, ...leftOut },
  recommended: "PROVIDE_FIX",
  decision: ({ module, execution_log: { summary } }) =>
    `Provide a fix for ${module}, or change its criteria: ${summary.failed} of its ${summary.total} tests fail at ship.`,
  failed: ({ execution_log: { tests, summary, executed_at }, left_out }) => {
    const invariant = "Every test passes at ship";
    const { listed } = firstOf(
      tests.filter(({ result }) => result === "FAIL"),
      null,
    );
    const count = summary.failed - listed.length;
    const rest =
      count === 0 ? undefined : { count, all_in: left_out?.all_in ?? "the execution log of this escalation" };
    return [
      ...listed.map(({ name }) => ({ invariant, evidence: `"${name}" failed at ${executed_at}` })),
      ...unlisted(invariant, rest),
    ];
  },
});

export const fingerprintMismatch = defineCause({
  kind: "fingerprint-mismatch",
  reach: "module",
  evidence: {
    module: ModuleRef,
    locked: Digest,
    actual: Digest,
    differences: z.array(z.strictObject({ dimension: z.enum(DIMENSIONS), difference: OutsideText })).min(1),
  },
  recommended: "PROVIDE_FIX",
  decision: ({ module, differences }) =>
    `Decide whether the code of ${module} or its contract is right: they differ in ${differences.map(({ dimension }) => dimension).join(", ")}.`,
  failed: ({ locked, actual, differences }) => [
    {
      invariant: "The shipped interface is the locked one",
      evidence: `Interface fingerprint mismatch: expected ${locked}, got ${actual}`,
    },
    ...differences.map(({ dimension, difference }) => ({
      invariant: `${dimension} are as locked`,
      evidence: difference,
    })),
  ],
});

export const testRegression = defineCause({
  kind: "test-regression",
  reach: "task",
  evidence: {
    tests: z.array(z.strictObject({ name: OutsideText, now: z.enum(["failing", "gone"]) })).min(1),
    /** What the branch changes, as the run that failed reported it. */
    diff: OutsideText.exactOptional(),
    ...leftOut,
  },
  recommended: "PROVIDE_FIX",
  decision: ({ tests, left_out }) => {
    const count = tests.length + (left_out?.count ?? 0);
    return `Provide a fix, or decide to give up what worked before: ${countOf(count, "test")} of the baseline ${count === 1 ? "does" : "do"} not pass any more.`;
  },
  failed: ({ tests, left_out }) => {
    const invariant = "What passed before still passes";
    return [
      ...tests.map(({ name, now }) => ({ invariant, evidence: `"${name}" is ${now}` })),
      ...unlisted(invariant, left_out),
    ];
  },
});

export const gateRunFailed = defineCause({
  kind: "gate-run-failed",
  reach: "task",
  evidence: {
    runs: z.array(z.strictObject({ run_id: z.int().positive().nullable(), conclusion: OutsideText })).min(1),
  },
  recommended: "RETRY_TASK",
  decision: () =>
    "Look at the gates workflow, then retry: it ended without a verdict, so nothing is known about the work.",
  failed: ({ runs }) =>
    runs.map(({ run_id, conclusion }) => ({
      invariant: "A gate run ends with a report",
      evidence: run_id === null ? conclusion : `Run ${run_id}: ${conclusion}`,
    })),
});

function validatorsOf(failures: readonly { readonly validator: string }[], left_out: LeftOut | undefined): string {
  return named(
    failures.map(({ validator }) => validator),
    left_out,
  );
}
