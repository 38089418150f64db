import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { taskBranch } from "../../engine/branches.js";
import type { Situation } from "../../engine/situation.js";
import { checkSplit } from "../interface-change/rules/check-split.js";
import { isMergedMismatch } from "../merging/judged-tree.js";
import { keptOf } from "./kept-part.js";
import { checkReentry } from "./reenter-work.js";
import type { HumanResolution, ResolutionAction } from "./resolution/human-resolution.js";
import { checkOutline, isOutline } from "./resolution/revised-plan.js";
import { taskFileOf } from "./task-reading.js";

/** The task is merged, but does not count as shipped until a person says so. */
export function isMergedUnkept({ state }: Pick<Situation, "state">, task: TaskId): boolean {
  const work = state.work[task];
  return state.project?.tasks[task]?.status === "HALTED" && work !== undefined && isMergedMismatch(work);
}

/** Whether a resolution is possible, or why not. */
export function checkPossible(situation: Situation, task: TaskId, resolution: HumanResolution): Outcome<null> {
  const action = checkAction(situation, task, resolution.action);
  if (!action.ok || !isHaltedWork(situation, task)) return action;
  switch (resolution.action) {
    case "AMEND_SPEC":
      return checkChanged(situation, task, resolution.amended_acceptance_criteria);
    case "REVISE_PLAN": {
      const plan = resolution.revised_micro_plan;
      const outline = isOutline(plan) ? checkOutline(plan) : accept(plan);
      return outline.ok ? accept(null) : outline;
    }
    default:
      return accept(null);
  }
}

const DIVIDING: readonly ResolutionAction[] = ["SPLIT_TASK", "KEEP_AND_SPLIT", "KEEP_AND_ABANDON"];

/** Whether the halt allows such an answer, whatever its words. Answers that fail this check are not offered. */
export function checkAction(situation: Situation, task: TaskId, action: ResolutionAction): Outcome<null> {
  if (isMergedUnkept(situation, task)) return checkKept(task, action);
  const splittable = DIVIDING.includes(action) ? checkSplit(situation.state.agreed_versions, task) : accept(null);
  if (!splittable.ok) return splittable;
  const work = situation.state.work[task];
  if (work === undefined || !isHaltedWork(situation, task)) return accept(null); // the state machine reports the problem
  const reentry = checkReentry(work, action);
  if (!reentry.ok) return reentry;
  switch (action) {
    case "APPROVE_OVERRIDE":
    case "PROVIDE_FIX":
    case "PROVIDE_PUSHED_FIX":
    case "REVIEW_AGAIN":
      return checkOpen(situation, task);
    case "KEEP_AND_ABANDON":
    case "KEEP_AND_SPLIT": {
      const kept = keptOf(situation, task);
      if (!kept.ok) return kept;
      const open = checkOpen(situation, task);
      return open.ok ? checkJudged(situation, task) : open;
    }
    default:
      return accept(null);
  }
}

function isHaltedWork({ state }: Situation, task: TaskId): boolean {
  return (
    state.project?.tasks[task]?.status === "HALTED" &&
    state.work[task] !== undefined &&
    !isMergedUnkept({ state }, task)
  );
}

/** With the same criteria the task would halt again at the same point; `/factory retry` is for that. */
function checkChanged(situation: Situation, task: TaskId, amended: readonly string[]): Outcome<null> {
  const criteria = taskFileOf(situation, task)?.acceptance_criteria ?? [];
  const isSame = criteria.length === amended.length && criteria.every((line, index) => line === amended[index]?.trim());
  if (!isSame) return accept(null);
  return refuse(
    "criteria-unchanged",
    `These are the acceptance criteria of ${task} already, so nothing would be different. Change the one that cannot be met, or add one that says what was left open, and send it again; \`/factory retry\` tries once more with the same.`,
    { task_id: task },
  );
}

/** Restarting or abandoning the work would leave a merge on the base that no person decided to keep. */
function checkKept(task: TaskId, action: ResolutionAction): Outcome<null> {
  if (action === "APPROVE_OVERRIDE") return accept(null);
  return refuse(
    "merged-already",
    `It is merged: \`/factory override\` keeps it; to take it back, override and then \`/factory undo ${task}\`.`,
    { task_id: task },
  );
}

/** Work that continues needs its branch and its pull request. */
function checkOpen({ observed, config, state }: Situation, task: TaskId): Outcome<null> {
  const branch = taskBranch(config.branch_prefix, task, state.project?.tasks[task]);
  const pull = observed.pulls.find((candidate) => candidate.branch === branch);
  if (pull?.state === "open") return accept(null);
  const number = pull?.number ?? state.project?.tasks[task]?.pull_request;
  return refuse(
    "pull-closed",
    `#${number} is not open, so the work on it cannot go on: reopen it and repeat the command, or say \`/factory retry\`.`,
    { number },
  );
}

/** Finished work is known up to our own last commit. Later commits were not judged. */
function checkJudged({ observed, config, state }: Situation, task: TaskId): Outcome<null> {
  const branch = taskBranch(config.branch_prefix, task, state.project?.tasks[task]);
  const head = observed.pulls.find((candidate) => candidate.branch === branch)?.head;
  if (head === state.work[task]?.head) return accept(null);
  return refuse(
    "unjudged-commits",
    `Branch \`${branch}\` has commits that nobody has judged, so what is finished cannot be told from the rest: take them off the branch and repeat the command, or say \`/factory fix\` to offer them as your fix.`,
    { branch },
  );
}
