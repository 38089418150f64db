import { nextOfPlan } from "../../domain/plan/abandonment.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { detectGates } from "../gate-runs/detect-gates.js";
import { detectHalt } from "../halts/detect-halt.js";
import { branchUpdate } from "../merging/branch-update.js";
import { detectMerge } from "../merging/detect-merge.js";
import { detectPackages } from "../packages/detect-packages.js";
import { restoreKey, taskKey, workKey } from "./keys.js";
import { commitsDue, prospectsOf } from "./questions.js";
import type { TaskEvent } from "./task-event.js";
import { tasksInWork, type WorkSituation } from "./work-situation.js";

/** Detects what happened in the tasks' work: observed commits, ended gates, finished modules, merges. */
export function detectWork(situation: Situation): FactoryEvent[] {
  for (const inWork of tasksInWork(situation)) {
    const events = detectTask(situation, inWork);
    if (events.length > 0) return events;
  }
  return [];
}

function detectTask(situation: Situation, inWork: WorkSituation): FactoryEvent[] {
  // Work that is about to halt stays where it is: its gates would end red again and again.
  if (inWork.work.halting !== null) return detectHalt(situation, inWork);
  const moves = [
    ...detectOpened(situation, inWork),
    ...detectPackages(situation, inWork),
    ...detectCommit(inWork),
    ...detectGates(situation, inWork),
  ];
  if (moves.length > 0) return moves.map((move) => moved(situation, inWork, move));
  const halt = detectHalt(situation, inWork);
  if (halt.length > 0) return halt;
  const integration = detectIntegration(situation, inWork) ?? detectNewerBase(situation, inWork);
  if (integration !== undefined) return [moved(situation, inWork, integration)];
  return detectMerge(situation, inWork);
}

function moved({ now }: Situation, { taskId }: WorkSituation, move: TaskEvent): FactoryEvent {
  return { kind: "work-moved", at: now, task_id: taskId, move };
}

/**
 * The first attempt opens with the commit of the task file, a later one with the commit that restored the branch to it.
 */
function detectOpened({ observed }: Situation, { taskId, work, pull, task }: WorkSituation): TaskEvent[] {
  if (work.stage.stage !== "opening" || pull?.state !== "open" || pull.number !== task.pull_request) return [];
  if (observed.defaultHead === null) return [];
  const key = work.start === null ? taskKey(taskId) : restoreKey(taskId, work.attempt);
  return pull.key === key ? [{ kind: "work-opened", head: pull.head, base: observed.defaultHead }] : [];
}

function detectCommit({ taskId, work, pull }: WorkSituation): TaskEvent[] {
  if (work.stage.stage !== "building" || pull?.state !== "open") return [];
  return commitsDue(work)
    .filter((question) => pull.key === workKey(taskId, question))
    .map((question) => ({ kind: "work-committed", question, head: pull.head }));
}

/** Every module has shipped on the branch: the whole is judged on the present base. */
function detectIntegration({ observed }: Situation, { work }: WorkSituation): TaskEvent | undefined {
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
