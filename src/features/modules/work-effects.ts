import { planPath } from "../../domain/gates/state-paths.js";
import { checkPlanLock } from "../../domain/plan/lock.js";
import { MicroPlan } from "../../domain/plan/micro-plan.js";
import { inFile, orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effect.js";
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
import { taskScope } from "./task-scope.js";
import { moduleIdOf, type WorkStage } from "./task-work.js";
import { tasksInWork, tasksUnderReview, type WorkSituation } from "./work-situation.js";

/** What the tasks in work owe to the world: questions, commits, gate runs, what is said about them, the merge. */
export function workEffects(situation: Situation): Effect[] {
  return tasksUnderReview(situation).flatMap((reviewed) => [
    ...reviewEffects(situation, reviewed),
    ...(reviewed.task.status === "HALTED" ? [] : oweProgress(situation, reviewed)),
  ]);
}

function oweProgress(situation: Situation, inWork: WorkSituation): Effect[] {
  return [
    ...oweChecks(situation, inWork),
    // Last: once merged, nothing is said on the head any more, and a branch may demand the checks before it takes it.
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
 * Tasks in work together are planned one after the other, in their fixed order: the numbers of modules, and what a plan can
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
 * Another attempt starts from where the first one did, with the task file as it is by now: a new commit restores that tree.
 * Where the base has moved on, it starts from there: a version that it waited for is of no use on a branch that does not have it.
 */
function restore(situation: Situation, { taskId, task, work, branch, pull }: WorkSituation): Effect[] {
  const { defaultHead } = situation.observed;
  if (work.start === null || pull?.state !== "open") return [];
  const key = restoreKey(taskId, work.attempt);
  if (pull.key === key) return [];
  // Nothing that a machine wrote is left there. And a plan that only reuses adds nothing: then this is what is merged.
  const message = commitTitle(taskId, `attempt ${work.attempt} of ${harmlessTitle(task.task)}`, {
    ci: situation.config.ci,
    isComplete: true,
  });
  const hasMoved = defaultHead !== null && defaultHead !== work.base;
  const text = hasMoved ? dispatchedTaskFile(situation, taskId) : situation.files.get(task.path);
  if (text === undefined) return []; // started just now: its file is read with the state that says so
  const files = [{ path: task.path, text }];
  const onto = hasMoved ? { onto: defaultHead } : {};
  return [{ kind: "restore-tree", key, branch, parent: pull.head, to: work.start, files, message, ...onto }];
}

/** What a person does not keep goes from the branch, and its task file says what the task is now. */
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
      // Not the key of a question: what is refused is revised by the question of that number, which must be free to start.
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

/** A specification that is written before its module's turn. */
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

type Merging = Extract<WorkStage, { stage: "merging" }>;

/**
 * Exactly the judged head, if it changes what the plan says; what only keeps it behind its base is mended, anything else in
 * the way is a wait with a reason.
 */
function merge(situation: Situation, inWork: WorkSituation, stage: Merging): Effect[] {
  const { files, config } = situation;
  const { taskId, task, work, pull } = inWork;
  const { head, gates } = stage;
  if (pull?.state !== "open" || pull.head !== head) return [];
  if (pull.isBehind) {
    // The update is proved by the tree that was judged; where none was named, it would pass for somebody's push.
    if (judgedTree(situation, taskId, stage) === undefined) return [];
    return [{ kind: "update-branch", key: `update-${pull.number}-${head}`, number: pull.number, head }];
  }
  if (whyNotMerged(pull, gates.requested_at) !== null) return [];
  const path = planPath(taskId);
  const text = files.get(path);
  if (text === undefined) return []; // due just now: the plan is read with the state that says so
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
