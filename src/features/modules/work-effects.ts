import { planPath } from "../../domain/gates/state-paths.js";
import { checkPlanLock } from "../../domain/plan/lock.js";
import { MicroPlan } from "../../domain/plan/micro-plan.js";
import { inFile, orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { readYaml } from "../../yaml/yaml.js";
import { reviewEffects } from "../debate/review-effects.js";
import { oweChecks } from "../gate-runs/check-effects.js";
import { type GatesAwaited, gateRequests } from "../gate-runs/gates-awaited.js";
import { textAt } from "../gate-runs/red-lock.js";
import { commitTitle } from "../merging/commit-title.js";
import { judgedTree } from "../merging/judged-tree.js";
import { whyNotMerged } from "../merging/why-not-merged.js";
import { owePackages } from "../packages/package-effects.js";
import { compareRank } from "../tasks/board/task-order.js";
import { dispatchedTaskFile } from "../tasks/dispatched-task-file.js";
import { AnswerFiles } from "./answer-files.js";
import { answerPath } from "./artifact-paths.js";
import { restoreKey, workKey } from "./keys.js";
import type { ModuleWork } from "./module-work.js";
import { taskScope } from "./scope/task-scope.js";
import { moduleIdOf, type WorkStage } from "./task-work.js";
import { tasksInWork, tasksUnderReview, type WorkSituation } from "./work-situation.js";

/** Pending effects of tasks in progress: questions, commits, gate runs, check runs and reviews, the merge. */
export function workEffects(situation: Situation): Effect[] {
  return tasksUnderReview(situation).flatMap((reviewed) => [
    ...reviewEffects(situation, reviewed),
    ...(reviewed.task.status === "HALTED" ? [] : oweProgress(situation, reviewed)),
  ]);
}

function oweProgress(situation: Situation, inWork: WorkSituation): Effect[] {
  return [
    ...oweChecks(situation, inWork),
    // Last: after the merge nothing is written on the head, and a branch may require the checks before the merge.
    ...oweStage(situation, inWork),
  ];
}

function oweStage(situation: Situation, inWork: WorkSituation): Effect[] {
  const { work, taskId, pull } = inWork;
  switch (work.stage.stage) {
    case "opening":
      return restore(situation, inWork);
    case "planning": {
      if (isPlannedLater(situation, inWork)) return [];
      const { question, attempt } = work.stage;
      const key = `${taskId}:${question}`;
      return [{ kind: "ask-role", key, task: taskId, module: null, move: "plan", question, attempt, from: "head" }];
    }
    case "resolving":
      return owePackages(situation, inWork, work.stage.at);
    case "building":
      return [...work.modules.flatMap((module) => oweModule(situation, inWork, module)), ...putBack(situation, inWork)];
    case "reading-fix": {
      const { question } = work.stage;
      const base = situation.observed.defaultHead;
      return base === null ? [] : [{ kind: "read-fix", key: `${taskId}:${question}`, task: taskId, question, base }];
    }
    case "integrating":
      return work.stage.gates === null ? [] : dispatch(situation, inWork, null, work.stage.gates);
    case "merging":
      return pull === undefined ? [] : merge(situation, inWork, work.stage);
    case "halted":
      return [];
    default:
      return work.stage satisfies never;
  }
}

/**
 * Tasks in progress are planned one after the other, in their fixed order. The numbers of modules, and what a plan can
 * reuse of the one before, must not depend on which answer comes first.
 */
function isPlannedLater(situation: Situation, { taskId, task }: WorkSituation): boolean {
  return tasksInWork(situation).some(
    (other) =>
      other.taskId !== taskId &&
      other.work.plan === null &&
      other.work.halting === null &&
      compareRank(other.task, task) < 0,
  );
}

/**
 * Another attempt starts from the same commit as the first, with the present task file: a new commit restores that
 * tree. If the base has moved, it starts from there, because it may need a version that was merged since.
 */
function restore(situation: Situation, { taskId, task, work, branch, pull }: WorkSituation): Effect[] {
  const { defaultHead } = situation.observed;
  if (work.start === null || pull?.state !== "open") return [];
  const key = restoreKey(taskId, work.attempt);
  if (pull.key === key) return [];
  // No machine-written code is left there. And with a plan that only reuses, this is what is merged.
  const message = commitTitle(taskId, `attempt ${work.attempt} of ${harmlessTitle(task.task)}`, {
    ci: situation.config.ci,
    isComplete: true,
  });
  const hasMoved = defaultHead !== null && defaultHead !== work.base;
  const text = hasMoved ? dispatchedTaskFile(situation, taskId) : situation.files.get(task.path);
  if (text === undefined) return []; // just started: its file is read with the next state
  const files = [{ path: task.path, text }];
  const onto = hasMoved ? { onto: defaultHead } : {};
  return [{ kind: "restore-tree", key, branch, parent: pull.head, to: work.start, files, message, ...onto }];
}

/** Removes what a person does not keep from the branch, and updates the task file. */
function putBack({ files, config }: Situation, { taskId, task, work, branch, pull }: WorkSituation): Effect[] {
  const text = files.get(task.path);
  if (work.put_back === undefined || text === undefined) return [];
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const message = commitTitle(taskId, `keep what is finished of ${harmlessTitle(task.task)}`, {
    ci: config.ci,
    isComplete: true,
  });
  const key = workKey(taskId, work.put_back.question);
  const { files: back } = work.put_back;
  return [
    { kind: "put-back-files", key, branch, parent: work.head, message, back, files: [{ path: task.path, text }] },
  ];
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
      // Not the key of a question: after a refusal the question of that number must be free to start.
      return [
        { kind: "ship-module", key: `${taskId}:ship:${question}`, task: taskId, module: moduleIdOf(module), question },
      ];
    }
    case "waiting":
      return askedAhead(inWork, module);
    case "awaiting-amendment":
    case "shipped":
    case "failed":
      return [];
    default:
      return step satisfies never;
  }
}

/** A specification that is requested before its module's turn. */
function askedAhead({ taskId: task }: WorkSituation, module: ModuleWork): Effect[] {
  if (module.ahead?.outcome.kind !== "open") return [];
  const { question, attempt } = module.ahead;
  const asked = { task, module: moduleIdOf(module), move: "specify", question, attempt, from: "head" } as const;
  return [{ kind: "ask-role", key: `${task}:${question}`, ...asked }];
}

function commit({ files }: Situation, { taskId, work, branch, pull }: WorkSituation, question: number): Effect[] {
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const path = answerPath(taskId, question);
  const answer = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  return [{ kind: "commit-files", key: workKey(taskId, question), branch, parent: work.head, ...answer }];
}

/** Each part whose run was not observed. */
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
