import type { SuiteAwaited } from "../../domain/validation/suite-awaited.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { plainText } from "../../render/plain-text.js";
import { lostWords, mayLose } from "../gate-runs/lost-runs.js";
import { suiteEnd, suiteToAwait } from "./suite-run.js";

/** Requests the baseline when the project starts, and takes it when its run has reported (requirements.md#baseline). */
export function detectBaseline(situation: Situation): FactoryEvent[] {
  const { state, now: at } = situation;
  const { baseline, project } = state;
  if (project?.status !== "ACTIVE") return [];
  switch (baseline?.phase) {
    case "due": {
      const run = suiteToAwait(situation, "baseline", baseline.lost);
      return run === null ? [] : [{ kind: "baseline-requested", at, run }];
    }
    case "awaited":
      return conclude(situation, baseline.run, baseline.lost);
    default:
      return [];
  }
}

function conclude(situation: Situation, run: SuiteAwaited, lost: number): FactoryEvent[] {
  const { state, now: at } = situation;
  const end = suiteEnd(situation, run);
  switch (end.kind) {
    case "running":
      return [];
    case "reported":
      return [{ kind: "baseline-taken", at, sha: run.sha }];
    case "lost": {
      const { why } = end;
      if (lost < mayLose(situation.config)) return [{ kind: "baseline-lost", at, why }];
      const note = {
        key: `baseline-stuck:${run.nonce}`,
        issue: state.request.issue,
        body: stuckText(lost, why),
        answers: null,
      };
      return [{ kind: "baseline-stuck", at, why, note }];
    }
    default:
      return end satisfies never;
  }
}

function stuckText(lost: number, why: string): string {
  return [
    `The test suite could not be run on the default branch: ${lostWords(lost)}. The last one: ${plainText(why)}`,
    "",
    "Without that baseline nobody can tell an old failure from a new one, so no task is merged. Tasks are built meanwhile. " +
      "Look at the runs of `factory-gates.yml` on the Actions tab, mend what stops them, and say `/factory retry` here.",
  ].join("\n");
}
