import { planPath } from "../../domain/gates/state-paths.js";
import { checkPlanLock } from "../../domain/plan/lock.js";
import { MicroPlan } from "../../domain/plan/micro-plan.js";
import { inFile, orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { readYaml } from "../../yaml/yaml.js";
import { taskScope } from "../modules/scope/task-scope.js";
import type { WorkStage } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { judgedTree } from "./judged-tree.js";
import { whyNotMerged } from "./why-not-merged.js";

/** The pending merge of a task whose whole branch was judged. */
export function mergeEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  const { stage } = inWork.work;
  return stage.stage === "merging" ? merge(situation, inWork, stage) : [];
}

type Merging = Extract<WorkStage, { stage: "merging" }>;

/**
 * Merges exactly the judged head if it changes only what the plan allows. A branch that is behind its base is updated;
 * any other obstacle is a wait with a reason.
 */
function merge(situation: Situation, inWork: WorkSituation, stage: Merging): Effect[] {
  const { files, config } = situation;
  const { taskId, task, work, pull } = inWork;
  const { head, gates } = stage;
  if (pull?.state !== "open" || pull.head !== head) return [];
  if (pull.isBehind) {
    // The judged tree proves the update. Without a reported tree it would be taken for a manual push.
    if (judgedTree(situation, taskId, stage) === undefined) return [];
    return [{ kind: "update-branch", key: `update-${pull.number}-${head}`, number: pull.number, head }];
  }
  if (whyNotMerged(pull, gates.requested_at) !== null) return [];
  const path = planPath(taskId);
  const text = files.get(path);
  if (text === undefined) return []; // just due: the plan is read with the next state
  const read = orThrow(readYaml(path, text, MicroPlan));
  const plan = work.plan === null ? read : orThrow(inFile(path, checkPlanLock(work.plan, read)));
  return [
    {
      kind: "merge-pull-request",
      key: `merge-${pull.number}`,
      number: pull.number,
      head,
      methods: config.merge_methods,
      title: `factory: ${taskId} - ${harmlessTitle(task.task)}`,
      message: `Pull request #${pull.number}.`,
      scope: taskScope(plan, work, { taskPath: task.path, rules: config }),
    },
  ];
}
