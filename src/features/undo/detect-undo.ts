import { sha256 } from "../../domain/hash.js";
import type { TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import { taskBranch } from "../../engine/branches.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { closedKey } from "../halts/detect-ended.js";
import { Escalation } from "../halts/escalation/escalation.js";
import { raiseEscalation } from "../halts/escalation/raise-escalation.js";
import { asksThere, isMarked } from "../halts/halt-marks.js";
import { escalationPath } from "../modules/artifacts/artifact-paths.js";
import { derivedHex } from "../modules/keys.js";
import { openBoard } from "../tasks/board/board.js";
import type { ProjectEvent } from "../tasks/board/project-event.js";
import type { ProjectState } from "../tasks/board/project-state.js";
import { startedOn } from "./rules/take-back.js";
import type { LeftPull, UndoState } from "./rules/undo-state.js";
import { isTakenAlready, leftBehind, type Proposing, undoPull } from "./undo-proposal.js";
import { notUndone, takenAlready, undone, undoneAfterEnd } from "./undo-texts.js";

/** Detects that a revert was merged, which reopens its tasks; or that its pull request was closed, which rejects it. */
export function detectUndo(situation: Situation): FactoryEvent[] {
  const { state, now: at } = situation;
  for (const undo of state.undos) {
    if (undo.phase === "settling" && isSettled(situation, undo)) {
      return [{ kind: "undo-settled", at, task_id: undo.order.task_id }];
    }
    const pull = undo.phase === "proposing" ? undoPull(situation, undo) : undefined;
    if (undo.phase !== "proposing" || pull?.state === "open") continue;
    if (pull?.state === "merged") return merged(situation, undo, pull);
    if (isTakenAlready(situation, undo)) {
      const { task_id } = undo.order;
      return [{ kind: "undo-refused", at, task_id, note: noteOf(undo, takenAlready(task_id, pull?.number)) }];
    }
    if (pull === undefined) continue;
    const by = pull.closedBy === null ? "" : ` by ${pull.closedBy}`;
    const why = `#${pull.number}, which would have reverted it, was closed${by}.`;
    const note = noteOf(undo, notUndone(undo.order.task_id, why));
    return [{ kind: "undo-refused", at, task_id: undo.order.task_id, note }];
  }
  return [];
}

/**
 * All of them were observed as closed, and the revert's own pull request has no open question. What was not observed
 * may still be open.
 */
function isSettled(situation: Situation, undo: Extract<UndoState, { phase: "settling" }>): boolean {
  const { left, asked_in } = undo;
  const numbers = [...left.map(({ number }) => number), ...(asked_in === undefined ? [] : [asked_in])];
  const seen = numbers.every((number) => situation.observed.pulls.some((pull) => pull.number === number));
  return seen && leftBehind(situation, undo).length === 0 && !isAskedIn(situation, undo);
}

function isAskedIn(situation: Situation, undo: Extract<UndoState, { phase: "settling" }>): boolean {
  const pull = undoPull(situation, undo);
  if (undo.asked_in === undefined || pull === undefined) return false;
  return asksThere(situation.state, undo.order.task_id, pull) || isMarked(situation, pull);
}

function merged(situation: Situation, undo: Proposing, pull: ObservedPull): FactoryEvent[] {
  const { state, stateHead, now: at } = situation;
  const { order, taken } = undo;
  const { task_id } = order;
  const { number } = pull;
  const project = state.project?.project_id === order.project_id ? state.project : null;
  const own = taken.find((one) => one.task_id === task_id);
  if (
    project?.status !== "ACTIVE" ||
    project.tasks[task_id]?.status !== "SHIPPED" ||
    stateHead === null ||
    own === undefined
  ) {
    const words = isTakenAlready(situation, undo) ? takenAlready(task_id, number) : undoneAfterEnd(order, number);
    return [{ kind: "undo-merged", at, task_id, left: [], note: noteOf(undo, words) }];
  }
  const event: TaskTakenBack = {
    kind: "task-taken-back",
    at,
    task_id,
    by: order.asked_by,
    merge_sha: own.merge_sha,
    pull_request: number,
    escalation_ref: `ESC-${derivedHex(stateHead, task_id, "taken back", order.at).slice(0, 8)}`,
    taken: [...taken],
  };
  const reopened = [
    ...startedOn(
      openBoard(project),
      task_id,
      taken.map((one) => one.task_id),
    ),
  ];
  const unknown = reopened.filter((id) => isUnknown(project, undo, id));
  return [
    { kind: "project-updated", at, event },
    {
      kind: "undo-merged",
      at,
      task_id,
      left: leftPulls(situation, project, reopened),
      asked_in: number,
      note: noteOf(undo, undone(order, { number, reopened, unknown })),
    },
    { kind: "pull-settled", at, key: closedKey(number) },
  ];
}

/** Merged manually after the revert was made, so the revert does not include it. */
function isUnknown(project: ProjectState, { taken }: Proposing, id: string): boolean {
  return project.tasks[id]?.status === "SHIPPED" && !taken.some((one) => one.task_id === id);
}

/** The pull requests of work in progress that depends on it. */
function leftPulls({ config }: Situation, project: ProjectState, reopened: readonly TaskId[]): LeftPull[] {
  return reopened.flatMap((task_id): LeftPull[] => {
    const task = project.tasks[task_id];
    if (task === undefined || task.status === "SHIPPED" || task.pull_request === null) return [];
    return [{ task_id, number: task.pull_request, branch: taskBranch(config.branch_prefix, task_id, task) }];
  });
}

export type TaskTakenBack = Extract<ProjectEvent, { kind: "task-taken-back" }>;

/** The escalation file, in the same commit as the halt: there was no debate, a person decided. */
export function takenBackFiles({ state, stateHead, now }: Situation, event: TaskTakenBack): FileToWrite[] {
  const { task_id, by, merge_sha, pull_request, escalation_ref } = event;
  const tasks = state.project?.tasks ?? {};
  const task = tasks[task_id];
  if (task === undefined || stateHead === null) throw new TypeError(`${task_id} is taken back and not there`);
  const escalation = orThrow(
    raiseEscalation({
      escalationId: escalation_ref,
      taskId: task_id,
      taskPath: task.path,
      now,
      cause: { kind: "taken-back", by, merge_sha, pull_request },
      trail: { proposals: [], challenges: [], adjudications: [] },
      modules: { failed: [], abandoned: [], shipped: [] },
      causes: [],
      stateSha: stateHead,
      tasks: new Map(Object.entries(tasks)),
    }),
  );
  return [{ path: escalationPath(escalation_ref), text: writeYaml(escalation, Escalation) }];
}

function noteOf({ order }: Proposing, body: string) {
  const key = `undo:${order.task_id}:${sha256(order.at).slice(0, 16)}`;
  return { key, issue: order.issue, body, answers: null };
}
