import { captureBaseline } from "../../domain/validation/baseline.js";
import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import { checkFullRunBeforeRelease } from "../../domain/validation/cadence.js";
import type { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { judgeFullRun } from "../../domain/validation/suite-report.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { storedBaseline } from "../baseline/baseline-files.js";
import { suiteEnd, suiteToAwait } from "../baseline/suite-run.js";
import { lostWords, mayLose } from "../gate-runs/lost-runs.js";
import { searchFor } from "./detect-location.js";
import { refusedRelease } from "./refused-release.js";
import type { ReleaseState } from "./rules/release-state.js";

type Validating = Extract<ReleaseState, { phase: "validating" }>;

/** Whatever the cadence, a full run of exactly the released commit comes first (decisions.md#cadence-of-the-suite). */
export function detectValidation(situation: Situation, release: Validating): FactoryEvent[] {
  const { state, observed, now: at } = situation;
  if (isBaselinePending(state.baseline) || observed.defaultHead === null) return [];
  if (release.run !== null) return conclude(situation, release, release.run);
  const known = state.baseline?.phase === "taken" ? state.baseline.full_run : null;
  const checked = checkFullRunBeforeRelease(observed.defaultHead, known ?? undefined);
  if (checked.ok) return [{ kind: "release-validated", at, head: observed.defaultHead }];
  if (checked.refusal.code === "full-run-failed" && known !== null) {
    const locating = searchFor(situation, known);
    if (locating !== null) return [{ kind: "release-locating", at, locating }];
    return [refusedRelease(situation, release.order, known.why)];
  }
  const run = suiteToAwait(situation, "release", release.lost);
  return run === null ? [] : [{ kind: "release-suite-requested", at, run }];
}

function conclude(situation: Situation, release: Validating, run: SuiteAwaited): FactoryEvent[] {
  const { now: at } = situation;
  const end = suiteEnd(situation, run);
  switch (end.kind) {
    case "running":
      return [];
    case "reported": {
      const nothing = captureBaseline(end.suite.command, { sha: run.sha, at, results: [] });
      const verdict = judgeFullRun(run.sha, end.suite, storedBaseline(situation) ?? nothing);
      return [{ kind: "full-run-judged", at, ...verdict }];
    }
    case "lost":
      if (release.lost < mayLose(situation.config)) return [{ kind: "release-suite-lost", at, why: end.why }];
      return [
        refusedRelease(
          situation,
          release.order,
          `the whole suite could not be run: ${lostWords(release.lost)}. The last one: ${end.why}`,
        ),
      ];
    default:
      return end satisfies never;
  }
}
