import { captureBaseline } from "../../domain/validation/baseline.js";
import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { storedBaseline } from "../baseline/baseline-files.js";
import { suiteEnd, suiteToAwait } from "../baseline/suite-run.js";
import { mayLose } from "../gate-runs/lost-runs.js";
import type { ValidationState } from "./validation-state.js";
import { lostText, suiteText } from "./validation-text.js";

/** Requests the suite that a person asked for, and says what it found. */
export function detectValidations(situation: Situation): FactoryEvent[] {
  const { state, now: at } = situation;
  const { validation, project, baseline } = state;
  if (validation === undefined || project?.status !== "ACTIVE" || isBaselinePending(baseline)) return [];
  if (validation.run !== null) return conclude(situation, validation);
  const run = suiteToAwait(situation, "validation", validation.lost);
  return run === null ? [] : [{ kind: "validation-requested", at, run }];
}

function conclude(situation: Situation, { run, lost, comment, issue }: ValidationState): FactoryEvent[] {
  if (run === null) return [];
  const { now: at, config } = situation;
  const note = (body: string) => ({ key: `validation:${comment}`, issue, body, answers: null });
  const end = suiteEnd(situation, run);
  switch (end.kind) {
    case "running":
      return [];
    case "reported": {
      const known = storedBaseline(situation);
      const nothing = captureBaseline(end.suite.command, { sha: run.sha, at, results: [] });
      const found = suiteText(run.sha, end.suite, known ?? nothing);
      return [{ kind: "validation-concluded", at, passed: found.passed, note: note(found.text) }];
    }
    case "lost":
      if (lost < mayLose(config)) return [{ kind: "validation-lost", at, why: end.why }];
      return [{ kind: "validation-concluded", at, passed: null, note: note(lostText(lost, end.why)) }];
    default:
      return end satisfies never;
  }
}
