import { orThrow } from "../../domain/refusal.js";
import { undoBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { hiddenMarker } from "../../render/marker.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { haltMarks } from "../halts/halt-marks.js";
import { AnswerFiles } from "../modules/answer-files.js";
import { type LeftPull, type UndoState, undoPath } from "./rules/undo-state.js";
import { undoPullRequestBody } from "./undo-texts.js";

export type Proposing = Extract<UndoState, { phase: "proposing" }>;

export function undoPull(
  { observed, config }: Pick<Situation, "observed" | "config">,
  { order }: UndoState,
): ObservedPull | undefined {
  const branch = undoBranch(config.branch_prefix, order);
  return observed.pulls.find((pull) => pull.branch === branch);
}

/** Whether it was reverted along with what it depends on, so that nothing is left to revert. */
export function isTakenAlready({ state }: Pick<Situation, "state">, { order }: UndoState): boolean {
  const project = state.project?.project_id === order.project_id ? state.project : null;
  return project?.status === "ACTIVE" && project.tasks[order.task_id]?.status !== "SHIPPED";
}

/** Pending effects of undos: the revert, and its pull request. A person merges it. */
export function undoEffects(situation: Situation): Effect[] {
  const { state, observed } = situation;
  const status = state.project?.status;
  return state.undos.flatMap((undo): Effect[] => {
    if (undo.phase === "settling") return settle(situation, undo);
    if (undo.phase === "proposing") {
      const isOver = status === "ABORTED" || isTakenAlready(situation, undo);
      return isOver ? close(situation, undo) : propose(situation, undo);
    }
    if (observed.defaultHead === null || (status !== "ACTIVE" && status !== "RELEASED")) return [];
    const { task_id: task } = undo.order;
    return [{ kind: "prepare-undo", key: `undo-${task}`, task, head: observed.defaultHead }];
  });
}

/** A pull request that a person closed stays closed: the undo was rejected. */
function propose(situation: Situation, undo: Proposing): Effect[] {
  const { observed, config, state, files } = situation;
  if (observed.defaultHead === null || undoPull(situation, undo) !== undefined) return [];
  const { order, digest, taken } = undo;
  const path = undoPath(order.task_id);
  const commit = orThrow(readYaml(path, textAt(files, path), AnswerFiles));
  return [
    {
      kind: "propose-files",
      key: `undo-${order.task_id}-${digest.slice(0, 16)}`,
      branch: undoBranch(config.branch_prefix, order),
      base: undo.head,
      files: commit.files,
      deletions: commit.deletions,
      commitMessage: commit.message,
      title: `Take back ${harmlessTitle(state.project?.tasks[order.task_id]?.task ?? "a task")} (${order.task_id})`,
      body: undoPullRequestBody(order, taken),
      writesWorkflows: false,
    },
  ];
}

type Settling = Extract<UndoState, { phase: "settling" }>;

/** Pull requests that a merged revert made obsolete and that are still open. */
export function leftBehind({ observed }: Pick<Situation, "observed">, { left }: Settling): LeftPull[] {
  return left.filter(({ number }) => observed.pulls.some((pull) => pull.number === number && pull.state === "open"));
}

/** The card of its halt is on the revert's own merged pull request. */
function settle(situation: Situation, undo: Settling): Effect[] {
  const pull = undo.asked_in === undefined ? undefined : undoPull(situation, undo);
  return [
    ...leftBehind(situation, undo).flatMap((left) => closeLeft(undo, left)),
    ...(pull === undefined ? [] : haltMarks(situation, undo.order.task_id, pull)),
  ];
}

function closeLeft({ order }: Settling, { task_id, number, branch }: LeftPull): Effect[] {
  const key = `undone:${number}`;
  const body = `${order.task_id}, on which this was built, was taken back. ${task_id} is done again on another branch when its turn comes, so this is closed. Its branch \`${branch}\` stays as it is.`;
  return [
    { kind: "say", key, issue: number, body: `${hiddenMarker(key)}\n${body}` },
    { kind: "close-pull-request", key: `close-${number}`, number },
  ];
}

/**
 * An aborted project closes its pull requests (decisions.md#the-status-of-the-project), and so does an undo with
 * nothing to revert.
 */
function close(situation: Situation, undo: Proposing): Effect[] {
  const pull = undoPull(situation, undo);
  return pull?.state === "open"
    ? [{ kind: "close-pull-request", key: `close-${pull.number}`, number: pull.number }]
    : [];
}
