import { z } from "zod";
import { DIMENSIONS } from "../../contract/dimensions.js";
import { Digest, ModuleRef } from "../../ids.js";
import { ExecutionLog } from "../../ship/execution-log.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { OutsideText } from "../outside-text.js";

// Facts stand against the work: gates, tests, fingerprints.

const GateFindings = z.array(z.strictObject({ validator: OutsideText, message: OutsideText })).min(1);

export const gatesFailing = defineCause({
  kind: "gates-failing",
  reach: "module",
  evidence: { module: ModuleRef, attempts: z.int().min(1), failures: GateFindings },
  recommended: "PROVIDE_FIX",
  decision: ({ module, failures }) =>
    `Provide a fix for ${module}, or change what is asked of it: ${failures.map(({ validator }) => validator).join(", ")} stayed red.`,
  failed: ({ failures, attempts }) =>
    failures.map(({ validator, message }) => ({
      invariant: validator,
      evidence: `${message} (after ${attempts} attempts)`,
    })),
});

/** The whole branch is red, and the task has built nothing that could be blamed or mended. */
export const branchFailing = defineCause({
  kind: "branch-failing",
  reach: "task",
  evidence: { failures: GateFindings },
  recommended: "RETRY_TASK",
  decision: ({ failures }) =>
    `Mend the default branch and retry, or provide another plan: this task only reuses what is there, and ${failures.map(({ validator }) => validator).join(", ")} is red.`,
  failed: ({ failures }) => failures.map(({ validator, message }) => ({ invariant: validator, evidence: message })),
});

export const testsFailing = defineCause({
  kind: "tests-failing",
  reach: "module",
  /** The whole log, so that the card needs nothing else (seed 002, 11.3). */
  evidence: { module: ModuleRef, execution_log: ExecutionLog },
  recommended: "PROVIDE_FIX",
  decision: ({ module, execution_log: { summary } }) =>
    `Provide a fix for ${module}, or change its criteria: ${summary.failed} of its ${summary.total} tests fail at ship.`,
  failed: ({ execution_log: { tests, executed_at } }) =>
    tests
      .filter(({ result }) => result === "FAIL")
      .map(({ name }) => ({ invariant: "Every test passes at ship", evidence: `"${name}" failed at ${executed_at}` })),
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
  },
  recommended: "PROVIDE_FIX",
  decision: ({ tests }) =>
    `Provide a fix, or decide to give up what worked before: ${countOf(tests.length, "test")} of the baseline ${tests.length === 1 ? "does" : "do"} not pass any more.`,
  failed: ({ tests }) =>
    tests.map(({ name, now }) => ({ invariant: "What passed before still passes", evidence: `"${name}" is ${now}` })),
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
