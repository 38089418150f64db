import { nextOfPlan } from "../../domain/plan/abandonment.js";
import type { Situation } from "../../engine/situation.js";
import { prospectsOf } from "../modules/questions.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { branchUpdate } from "./branch-update.js";

/** Detects that the whole branch is to be judged. */
export function detectIntegration(situation: Situation, inWork: WorkSituation): TaskEvent[] {
  const due = detectComplete(situation, inWork) ?? detectNewerBase(situation, inWork);
  return due === undefined ? [] : [due];
}

/** Every module has shipped on the branch: the whole is judged on the present base. */
function detectComplete({ observed }: Situation, { work }: WorkSituation): TaskEvent | undefined {
  if (work.stage.stage !== "building" || work.head === null || observed.defaultHead === null) return undefined;
  const done = work.modules.every(({ step, reused }) => reused || step.step === "shipped");
  if (!done || work.put_back !== undefined || nextOfPlan(prospectsOf(work)) !== "integrate") return undefined;
  return { kind: "integration-due", head: work.head, base: observed.defaultHead };
}

/**
 * The branch has merged a newer base than the one being judged. That base is judged before it moves on and cannot be
 * identified any more.
 */
function detectNewerBase(situation: Situation, inWork: WorkSituation): TaskEvent | undefined {
  const { stage } = inWork.work;
  const base = inWork.pull?.headParents[1];
  if (stage.stage !== "integrating" || base === undefined) return undefined;
  if (branchUpdate(situation, inWork) !== "of-a-newer-base") return undefined;
  return { kind: "integration-due", head: stage.head, base };
}
