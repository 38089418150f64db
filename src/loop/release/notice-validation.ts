import type { Intent } from "../../domain/factory/intent.js";
import type { ReleaseState } from "../../domain/release/release-state.js";
import { captureBaseline } from "../../domain/validation/baseline.js";
import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import { checkFullRunBeforeRelease } from "../../domain/validation/cadence.js";
import type { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import { judgeFullRun } from "../../domain/validation/suite-report.js";
import { releaseRefusal } from "../../render/release-refusal.js";
import { storedBaseline } from "../baseline/baseline-files.js";
import { suiteEnd, suiteToAwait } from "../baseline/suite-run.js";
import type { Situation } from "../situation.js";
import { MAX_LOST } from "../work/notice-gates.js";
import { mergedSince } from "./merged-since.js";

type Validating = Extract<ReleaseState, { phase: "validating" }>;

/** Whatever the cadence, a full run of exactly what is released comes first (RULES, gates). */
export function noticeValidation(situation: Situation, release: Validating): Intent[] {
  const { state, observed, now: at } = situation;
  if (isBaselinePending(state.baseline) || observed.defaultHead === null) return [];
  if (release.run !== null) return conclude(situation, release, release.run);
  const known = state.baseline?.phase === "taken" ? state.baseline.full_run : null;
  const checked = checkFullRunBeforeRelease(observed.defaultHead, known ?? undefined);
  if (checked.ok) return [{ kind: "release-validated", at, head: observed.defaultHead }];
  if (checked.refusal.code === "full-run-failed" && known !== null) return refuse(situation, release, known.why);
  const run = suiteToAwait(situation, "release", release.lost);
  return run === null ? [] : [{ kind: "release-suite-requested", at, run }];
}

function conclude(situation: Situation, release: Validating, run: SuiteAwaited): Intent[] {
  const { now: at } = situation;
  const end = suiteEnd(situation, run);
  switch (end.kind) {
    case "running":
      return [];
    case "reported": {
      const nothing = captureBaseline(end.suite.command, { sha: run.sha, at, results: [] });
      const verdict = judgeFullRun(run.sha, end.suite, storedBaseline(situation) ?? nothing);
      const why = verdict.passed ? verdict.why : `${verdict.why}. ${suspects(situation)}.`;
      return [{ kind: "full-run-judged", at, ...verdict, why }];
    }
    case "lost":
      if (release.lost < MAX_LOST) return [{ kind: "release-suite-lost", at, why: end.why }];
      return refuse(
        situation,
        release,
        `the whole suite could not be run: ${MAX_LOST + 1} runs in a row brought no result. The last one: ${end.why}`,
      );
    default:
      return end satisfies never;
  }
}

function suspects({ state: { project, baseline } }: Situation): string {
  if (project === null) throw new TypeError("only a project is released");
  const known = baseline?.phase === "taken" ? baseline.full_run : null;
  return mergedSince(project, known?.passed ? known.sha : null);
}

function refuse({ state, now: at }: Situation, { order }: Validating, why: string): Intent[] {
  const { release_id } = order;
  const note = {
    key: `release-refused:${release_id}`,
    issue: state.request.issue,
    body: releaseRefusal({ order, why, offences: [] }),
    answers: null,
  };
  return [{ kind: "release-refused", at, release_id, why, note }];
}
