import type { Effect } from "../../domain/factory/effect.js";
import { AnswerFiles } from "../../domain/work/answer-files.js";
import { answerPath } from "../../domain/work/artifact-paths.js";
import { type GatesAwaited, gateRequests } from "../../domain/work/gates-awaited.js";
import type { ModuleWork } from "../../domain/work/module-work.js";
import { moduleIdOf } from "../../domain/work/task-work.js";
import { readYaml } from "../../yaml.js";
import type { Situation } from "../situation.js";
import { restoreKey, workKey } from "./keys.js";
import { oweChecks } from "./owe-checks.js";
import { oweReviews } from "./owe-reviews.js";
import { orThrow, textAt } from "./red-lock.js";
import { tasksInWork, type WorkSituation } from "./work-situation.js";

/** What the tasks in work owe to the world: questions, commits, gate runs, what is said about them, the merge. */
export function oweWork(situation: Situation): Effect[] {
  return tasksInWork(situation).flatMap((inWork) => [
    ...oweReviews(situation, inWork),
    ...oweChecks(situation, inWork),
    // Last: once merged, nothing is said on the head any more, and a branch may demand the checks before it takes it.
    ...oweStage(situation, inWork),
  ]);
}

function oweStage(situation: Situation, inWork: WorkSituation): Effect[] {
  const { work, taskId, pull } = inWork;
  switch (work.stage.stage) {
    case "opening":
      return restore(inWork);
    case "planning": {
      const { question, attempt } = work.stage;
      const key = `${taskId}:${question}`;
      return [{ kind: "ask-role", key, task: taskId, module: null, move: "plan", question, attempt, from: "head" }];
    }
    case "building":
      return work.modules.flatMap((module) => oweModule(situation, inWork, module));
    case "reading-fix": {
      const { question } = work.stage;
      const base = situation.observed.defaultHead;
      return base === null ? [] : [{ kind: "read-fix", key: `${taskId}:${question}`, task: taskId, question, base }];
    }
    case "integrating":
      return work.stage.gates === null ? [] : dispatch(situation, inWork, null, work.stage.gates);
    case "merging":
      return pull === undefined ? [] : merge(inWork, work.stage.head);
    case "halted":
      return [];
    default:
      return work.stage satisfies never;
  }
}

/** Another attempt starts from where the first one did: a new commit restores that tree. */
function restore({ taskId, task, work, branch, pull }: WorkSituation): Effect[] {
  if (work.start === null || pull?.state !== "open") return [];
  const key = restoreKey(taskId, work.attempt);
  if (pull.key === key) return [];
  const message = `factory: ${taskId} - attempt ${work.attempt} of ${task.task} [skip ci]`;
  return [{ kind: "restore-tree", key, branch, parent: pull.head, to: work.start, message }];
}

function oweModule(situation: Situation, inWork: WorkSituation, module: ModuleWork): Effect[] {
  const { taskId, work } = inWork;
  const { step } = module;
  switch (step.step) {
    case "asking": {
      const { move, question, attempt, from } = step;
      const key = `${taskId}:${question}`;
      return [{ kind: "ask-role", key, task: taskId, module: moduleIdOf(module), move, question, attempt, from }];
    }
    case "committing":
    case "shipping":
      return commit(situation, inWork, step.question);
    case "gating":
      return step.gates === null ? [] : dispatch(situation, inWork, module, step.gates);
    case "approved": {
      const question = work.questions + 1;
      return [
        { kind: "ship-module", key: `${taskId}:${question}`, task: taskId, module: moduleIdOf(module), question },
      ];
    }
    case "waiting":
    case "shipped":
    case "failed":
      return [];
    default:
      return step satisfies never;
  }
}

function commit({ files }: Situation, { taskId, work, branch, pull }: WorkSituation, question: number): Effect[] {
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const path = answerPath(taskId, question);
  const answer = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  return [{ kind: "commit-files", key: workKey(taskId, question), branch, parent: work.head, ...answer }];
}

/** Each part that has not been seen to run. */
function dispatch(
  { observed }: Situation,
  { taskId }: WorkSituation,
  module: ModuleWork | null,
  gates: GatesAwaited,
): Effect[] {
  const seen = new Set(observed.gateRuns.map(({ nonce }) => nonce));
  return gateRequests(gates, { task: taskId, module: module === null ? null : module.module_ref })
    .filter(({ nonce }) => !seen.has(nonce))
    .map((request) => ({ kind: "dispatch-gates", key: request.nonce, request }));
}

/** Exactly the judged head; anything that stands in the way is a wait with a reason. */
function merge({ taskId, task, pull }: WorkSituation, head: string): Effect[] {
  if (pull?.state !== "open" || pull.head !== head || pull.mergeable === "conflicting" || pull.mergeBlockedBy !== null)
    return [];
  return [
    {
      kind: "merge-pull-request",
      key: `merge-${pull.number}`,
      number: pull.number,
      head,
      title: `factory: ${taskId} - ${task.task}`,
      message: `Pull request #${pull.number}.`,
    },
  ];
}
