import { orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { commitTitle } from "../merging/commit-title.js";
import { branchMessage } from "../merging/skip-ci.js";
import { dispatchedTaskFile } from "../tasks/dispatched-task-file.js";
import { AnswerFiles } from "./answer-files.js";
import { answerPath } from "./artifacts/artifact-paths.js";
import { restoreKey, workKey } from "./keys.js";
import type { ModuleWork } from "./module-work.js";
import { moduleIdOf } from "./task-work.js";
import type { WorkSituation } from "./work-situation.js";

/** Pending effects of a task in progress: its branch as it begins, the questions about its modules, and their commits. */
export function workEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  const { work } = inWork;
  if (work.stage.stage === "opening") return restore(situation, inWork);
  if (work.stage.stage !== "building") return [];
  return [
    ...work.modules.flatMap((module) => effectsOfModule(situation, inWork, module)),
    ...putBack(situation, inWork),
  ];
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
  if (work.put_back === undefined) return [];
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const text = files.get(task.path);
  if (text === undefined) return []; // just decided: its file is read with the next state
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

function effectsOfModule(situation: Situation, inWork: WorkSituation, module: ModuleWork): Effect[] {
  const { taskId } = inWork;
  const { step } = module;
  switch (step.step) {
    case "asking": {
      const { activity, question, attempt, from } = step;
      const key = `${taskId}:${question}`;
      return [{ kind: "ask-role", key, task: taskId, module: moduleIdOf(module), activity, question, attempt, from }];
    }
    case "committing":
    case "shipping":
      return commit(situation, inWork, step.question);
    case "waiting":
      return askedAhead(inWork, module);
    case "gating":
    case "approved":
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
  const asked = { task, module: moduleIdOf(module), activity: "specify", question, attempt, from: "head" } as const;
  return [{ kind: "ask-role", key: `${task}:${question}`, ...asked }];
}

function commit({ files }: Situation, { taskId, work, branch, pull }: WorkSituation, question: number): Effect[] {
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const path = answerPath(taskId, question);
  const answer = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  const message = branchMessage(answer.message, pull);
  return [{ kind: "commit-files", key: workKey(taskId, question), branch, parent: work.head, ...answer, message }];
}
