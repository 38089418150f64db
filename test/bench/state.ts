import type { TaskId } from "../../src/domain/ids.js";
import { changeFor } from "../../src/features/tasks/board/apply-project-event.js";
import { type Board, openBoard } from "../../src/features/tasks/board/board.js";
import { answerDispatch } from "../../src/features/tasks/board/dispatch.js";
import type { ProjectEvent } from "../../src/features/tasks/board/project-event.js";
import type { ProjectState, TaskState } from "../../src/features/tasks/board/project-state.js";
import { aProject, aTask, ESCALATION, LATER, SHA } from "../support/project-state.js";
import { type BenchLine, type Progress, rounded } from "./bench-line.js";

const SIZES = [100, 1_000, 10_000] as const;
const SAMPLES = 7;

/** What is measured. Each is prepared first, untimed, and gives what is then timed. */
const WORK: Readonly<Record<string, (state: ProjectState) => () => void>> = {
  "open a state": (state) => () => void openBoard(state),
  "ship all": (state) => within(state, shipAll),
  "halt and retry": (state) => within(state, haltAndRetry),
};

/**
 * Nanoseconds per task and edge at each size, and how that cost grows from 1,000 to 10,000 tasks: about 1 is linear,
 * about 10 would be quadratic.
 */
export async function benchState(progress: Progress): Promise<BenchLine[]> {
  return Object.entries(WORK).flatMap(([name, prepare]) => {
    progress(name);
    const costs = SIZES.map((size) => costPerElement(sizedProject(size), prepare));
    const [, thousand = Number.NaN, tenThousand = Number.NaN] = costs;
    const growth: BenchLine = {
      name: `${name}, growth from 1,000 to 10,000 tasks`,
      value: rounded(tenThousand / thousand),
      unit: "x",
      note: "1 is linear in tasks + edges, 10 is quadratic",
    };
    const times = costs.map((value, index) => ({
      name: `${name}, ${SIZES[index]} tasks`,
      value,
      unit: "ns/(task+edge)",
      note: "of the processor",
    }));
    return [growth, ...times];
  });
}

function within(state: ProjectState, work: (board: Board) => void): () => void {
  const board = openBoard(state);
  return () => work(board);
}

/** CPU time, not wall time, of as many runs as amount to 10,000 tasks; the best of several such samples. */
function costPerElement(state: ProjectState, prepare: (state: ProjectState) => () => void): number {
  const tasks = Object.values(state.tasks);
  const elements = tasks.reduce((sum, { depends_on }) => sum + 1 + depends_on.length, 0);
  const runs = Math.ceil(10_000 / tasks.length);
  const samples = Array.from({ length: SAMPLES }, () => {
    const works = Array.from({ length: runs }, () => prepare(state));
    const before = process.cpuUsage();
    for (const work of works) work();
    const { user, system } = process.cpuUsage(before);
    return ((user + system) * 1_000) / runs;
  });
  return rounded(Math.min(...samples) / elements, 1);
}

/** A chain with two shortcuts back from every task, so that one halt at its root reaches everything. */
function sizedProject(size: number): ProjectState {
  const tasks = Array.from({ length: size }, (_, index): [TaskId, TaskState] => {
    const upstream = index === 0 ? [] : [index - 1, Math.floor(index / 2), Math.floor(index / 3)];
    const depends_on = [...new Set(upstream)].filter((other) => other < index).map(taskId);
    return [taskId(index), aTask({ depends_on, declaration_order: index })];
  });
  return { ...aProject({}), tasks: Object.fromEntries(tasks) };
}

function taskId(index: number): TaskId {
  return `T-bench-s${Math.floor(index / 999)}-${String((index % 999) + 1).padStart(3, "0")}`;
}

function shipAll(board: Board): void {
  for (;;) {
    const answer = answerDispatch(board, { concurrency: 4 });
    if (answer.kind === "all-done") return;
    if (answer.kind !== "start") throw new Error(`the simulation stopped: ${answer.kind}`);
    for (const task_id of answer.tasks) {
      absorb(board, { kind: "task-started", at: LATER, task_id });
      absorb(board, { kind: "task-shipped", at: LATER, task_id, merge_sha: SHA, module_refs: [], rationale: null });
    }
  }
}

function haltAndRetry(board: Board): void {
  const waiting = board.withStatus("PENDING").size - 1;
  const task_id = taskId(0);
  absorb(board, { kind: "task-started", at: LATER, task_id });
  absorb(board, { kind: "task-halted", at: LATER, task_id, reason: "red", escalation_ref: ESCALATION });
  if (board.withStatus("BLOCKED").size !== waiting) throw new Error("the cascade fell short");
  const resolution = { action: "RETRY_TASK" } as const;
  absorb(board, {
    kind: "escalation-resolved",
    at: LATER,
    task_id,
    escalation_ref: ESCALATION,
    resolution,
    identities: [],
  });
  if (board.withStatus("BLOCKED").size !== 0) throw new Error("the clearing fell short");
}

function absorb(board: Board, event: ProjectEvent): void {
  const change = changeFor(board, event);
  if (!change.ok) throw new Error(change.refusal.message);
  board.absorb(change.value, event.at);
}
