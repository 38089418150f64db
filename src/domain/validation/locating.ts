import { z } from "zod";
import { Sha, TaskId } from "../ids.js";
import { type BisectStep, nextBisectStep } from "./bisect.js";
import { SuiteAwaited } from "./suite-awaited.js";
import type { ReportedSuite } from "./suite-report.js";

/** A test that passed before and fails now. */
export const LostTest = z.strictObject({ name: z.string().min(1), now: z.enum(["failing", "gone"]) });
export type LostTest = z.infer<typeof LostTest>;

const Verdict = z.strictObject({ sha: Sha, verdict: z.enum(["good", "bad", "untestable"]) });

/**
 * A late regression that is being located among the merges since the last good full run
 * (decisions.md#cadence-of-the-suite).
 */
export const Locating = z.strictObject({
  /** The result of the full run. */
  why: z.string().min(1),
  tests: z.array(LostTest).min(1),
  /** Oldest first; the last is the commit that failed. Null is a commit that no task made. */
  merges: z.array(z.strictObject({ sha: Sha, task: TaskId.nullable() })).min(1),
  verdicts: z.array(Verdict),
  run: SuiteAwaited.nullable(),
  lost: z.int().min(0),
});
export type Locating = z.infer<typeof Locating>;

export function nextToRun({ merges, verdicts }: Pick<Locating, "merges" | "verdicts">): BisectStep {
  const known = new Map(verdicts.map(({ sha, verdict }) => [sha, verdict]));
  const step = nextBisectStep(
    merges.map(({ sha }) => sha),
    known,
  );
  if (step === undefined) throw new TypeError("there is at least the commit that was seen failing");
  return step;
}

/** Whether one merge already has the regression. A test that was added later cannot fail before. */
export function judgeMerge(tests: readonly LostTest[], { results, rerun }: ReportedSuite): "good" | "bad" {
  const passedAgain = new Set(rerun.filter(({ status }) => status === "passed").map(({ name }) => name));
  const failing = new Set(
    results.filter(({ name, status }) => status === "failed" && !passedAgain.has(name)).map(({ name }) => name),
  );
  const ran = new Set(results.filter(({ status }) => status !== "skipped").map(({ name }) => name));
  const isLost = ({ name, now }: LostTest) => (now === "failing" ? failing.has(name) : !ran.has(name));
  return tests.some(isLost) ? "bad" : "good";
}

/** The result of the search, in words that name tasks. */
export function locationWords({ merges, verdicts }: Pick<Locating, "merges" | "verdicts">): string {
  const step = nextToRun({ merges, verdicts });
  const named = (sha: Sha) => {
    const task = merges.find((merge) => merge.sha === sha)?.task ?? null;
    return task === null ? `a commit by hand, up to ${sha.slice(0, 7)}` : `${task} (${sha.slice(0, 7)})`;
  };
  const runs = verdicts.length === 1 ? "one of the merges" : `${verdicts.length} of the merges`;
  const how = verdicts.length === 0 ? "the only change since the last good full run" : `found by running ${runs} again`;
  switch (step.kind) {
    case "found":
      return `It came with ${named(step.sha)}, ${how}`;
    case "narrowed":
      return `It came with one of ${step.candidates.map(named).join(", ")}: the others could not be run`;
    case "run":
      return `Not located yet: ${named(step.sha)} is run next`;
    default:
      return step satisfies never;
  }
}
