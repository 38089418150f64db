import type { BaselineState } from "../../domain/validation/baseline-state.js";
import { judgeMerge, type Locating, locationWords, nextToRun } from "../../domain/validation/locating.js";
import type { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { suiteEnd, suiteToAwait } from "../baseline/suite-run.js";
import { mayLose } from "../gate-runs/lost-runs.js";
import { mergesSince } from "./merged-since.js";
import { refusedRelease } from "./refused-release.js";
import type { ReleaseState } from "./rules/release-state.js";

type FailedRun = NonNullable<Extract<BaselineState, { phase: "taken" }>["full_run"]>;

/** The search after a failed full run; null if no merge can be the cause. */
export function searchFor({ state: { project } }: Situation, run: FailedRun): Locating | null {
  if (project === null || run.tests === undefined || run.tests.length === 0) return null;
  const ours = mergesSince(project, run.good_before ?? null).flatMap(({ task, sha }) =>
    sha === null ? [] : [{ task, sha }],
  );
  // Manual commits after the last task's merge are part of the commit that failed.
  const merges = ours.at(-1)?.sha === run.sha ? ours : [...ours, { task: null, sha: run.sha }];
  return { why: run.why, tests: run.tests, merges, verdicts: [], run: null, lost: 0 };
}

type Searching = Extract<ReleaseState, { phase: "locating" }>;

/** Runs about log2(n) merges again until the one that broke the suite is known (decisions.md#cadence-of-the-suite). */
export function detectLocation(situation: Situation, { order, locating }: Searching): FactoryEvent[] {
  const { now: at } = situation;
  if (locating.run !== null) return conclude(situation, locating, locating.run);
  const step = nextToRun(locating);
  if (step.kind === "run") {
    const run = suiteToAwait(situation, "locating", locating.lost, step.sha);
    return run === null ? [] : [{ kind: "release-merge-requested", at, run }];
  }
  return [refusedRelease(situation, order, `${locating.why}. ${locationWords(locating)}.`)];
}

function conclude(situation: Situation, { tests, lost }: Locating, run: SuiteAwaited): FactoryEvent[] {
  const { now: at } = situation;
  const end = suiteEnd(situation, run);
  switch (end.kind) {
    case "running":
      return [];
    case "reported": {
      const verdict = judgeMerge(tests, end.suite);
      const words = { good: "what is lost still works there", bad: "it is lost there already" };
      return [{ kind: "release-merge-judged", at, sha: run.sha, verdict, why: words[verdict] }];
    }
    case "lost":
      if (lost < mayLose(situation.config)) return [{ kind: "release-merge-lost", at, why: end.why }];
      return [{ kind: "release-merge-judged", at, sha: run.sha, verdict: "untestable", why: end.why }];
    default:
      return end satisfies never;
  }
}
