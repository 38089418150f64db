import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaskId } from "../../../../src/domain/ids.js";
import { applyProjectEvent, changeFor } from "../../../../src/features/tasks/board/apply-project-event.js";
import { recomputeBlocked } from "../../../../src/features/tasks/board/blocking.js";
import { type Board, openBoard } from "../../../../src/features/tasks/board/board.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import { answerDispatch, selectForDispatch } from "../../../../src/features/tasks/board/dispatch.js";
import { ProjectEvent } from "../../../../src/features/tasks/board/project-event.js";
import type { ProjectState, TaskStatus } from "../../../../src/features/tasks/board/project-state.js";
import { TASK_TRANSITIONS } from "../../../../src/features/tasks/board/transitions.js";
import { LATER, SHA } from "../../../support/project-state.js";
import { legalEvent, randomProject, randomWalk } from "../../../support/random-project.js";

/** The states a walk passes through, each frozen, so that any mutation of an argument throws. */
function walk(start: ProjectState, choices: readonly number[]): { states: ProjectState[]; events: ProjectEvent[] } {
  const states = [freeze(start)];
  const events: ProjectEvent[] = [];
  for (const choice of choices) {
    const state = states[states.length - 1] ?? start;
    const event = legalEvent(state, choice);
    const outcome = applyProjectEvent(state, ProjectEvent.parse(event));
    if (!outcome.ok) throw new Error(`a legal command was refused: ${outcome.refusal.message}`);
    states.push(freeze(outcome.value));
    events.push(event);
  }
  return { states, events };
}

function freeze(state: ProjectState): ProjectState {
  for (const task of Object.values(state.tasks)) {
    Object.freeze(task.depends_on);
    Object.freeze(task);
  }
  Object.freeze(state.tasks);
  return Object.freeze(state);
}

/** The definition, as slow and plain as can be: spread obstruction along edges until nothing changes. */
function blockedByDefinition(state: ProjectState): Set<TaskId> {
  const obstructed = new Set<TaskId>();
  const isObstructed = (id: TaskId) => {
    const task = state.tasks[id];
    if (task === undefined || task.status === "SHIPPED") return false;
    if (task.status === "HALTED" || task.status === "ABANDONED") return true;
    return task.depends_on.some((dependency) => obstructed.has(dependency));
  };
  for (let before = -1; before !== obstructed.size; ) {
    before = obstructed.size;
    for (const id of Object.keys(state.tasks)) if (isObstructed(id)) obstructed.add(id);
  }
  return new Set([...obstructed].filter((id) => isWaiting(state.tasks[id]?.status)));
}

function isWaiting(status: TaskStatus | undefined): boolean {
  return status === "PENDING" || status === "BLOCKED";
}

function withStatus(state: ProjectState, status: TaskStatus): Set<TaskId> {
  return new Set(Object.keys(state.tasks).filter((id) => state.tasks[id]?.status === status));
}

/** Filter, sort, select (requirements.md#dispatch). */
function eligibleByDefinition(state: ProjectState): TaskId[] {
  return Object.entries(state.tasks)
    .filter(([, { status }]) => status === "PENDING")
    .filter(([, { depends_on }]) => depends_on.every((id) => state.tasks[id]?.status === "SHIPPED"))
    .sort(([, a], [, b]) => a.priority - b.priority || a.declaration_order - b.declaration_order)
    .map(([id]) => id);
}

function reversedKeys(state: ProjectState): ProjectState {
  return { ...state, tasks: Object.fromEntries(Object.entries(state.tasks).reverse()) };
}

const LEGAL_MOVES = new Set(TASK_TRANSITIONS.map(({ from, to }) => `${from} -> ${to}`));

/** What returns to PENDING behind an obstruction is BLOCKED in the same commit. */
function isLegalMove(from: TaskStatus, to: TaskStatus): boolean {
  return LEGAL_MOVES.has(`${from} -> ${to}`) || (to === "BLOCKED" && LEGAL_MOVES.has(`${from} -> PENDING`));
}

/** What a step must never do, said of the step that did it. */
function violations(before: ProjectState, state: ProjectState): string[] {
  const found: string[] = [];
  if (!isDeepStrictEqual(withStatus(state, "BLOCKED"), blockedByDefinition(state))) {
    found.push("not exactly the waiting tasks behind a halt or an abandonment are BLOCKED");
  }
  if (!isDeepStrictEqual(recomputeBlocked(state), state)) found.push("deriving BLOCKED again changes it");
  const checked = checkState(state);
  if (!checked.ok) found.push(checked.refusal.message);
  for (const [id, task] of Object.entries(before.tasks)) {
    const now = state.tasks[id];
    if (now === undefined) found.push(`${id} is lost`);
    else if (now.declaration_order !== task.declaration_order) found.push(`${id} changed its declaration order`);
    else if (now.status !== task.status && !isLegalMove(task.status, now.status)) {
      found.push(`${id} went from ${task.status} to ${now.status}`);
    }
  }
  return found;
}

describe("after every legal command", () => {
  const everyWalk = (check: (walked: ReturnType<typeof walk>) => void) =>
    fc.assert(
      fc.property(randomProject, randomWalk, (start, choices) => check(walk(start, choices))),
      { numRuns: 40 },
    );

  it("BLOCKED is exactly derived, no task is lost or renumbered, every move is legal, the state is consistent", () => {
    everyWalk(({ states }) => {
      for (const [index, state] of states.entries()) {
        expect(violations(states[Math.max(0, index - 1)] ?? state, state)).toEqual([]);
      }
    });
  });

  it("dispatch answers by definition, and the order of keys does not matter", () => {
    everyWalk(({ states }) => {
      for (const state of states) {
        const answer = selectForDispatch(state, { concurrency: 2 });
        expect(selectForDispatch(reversedKeys(state), { concurrency: 2 })).toEqual(answer);
        const running = withStatus(state, "IN_PROGRESS").size;
        const mayStart = state.status === "ACTIVE" && withStatus(state, "HALTED").size === 0;
        const expected = mayStart ? eligibleByDefinition(state).slice(0, Math.max(0, 2 - running)) : [];
        expect(answer.kind === "start" ? answer.tasks : []).toEqual(expected);
      }
    });
  });

  it("a board that absorbed every change says the same as a fresh one", () => {
    everyWalk(({ states, events }) => {
      const [first] = states;
      if (first === undefined) return;
      const board = openBoard(first);
      for (const [index, event] of events.entries()) {
        absorb(board, event);
        const state = states[index + 1] ?? first;
        expect(isDeepStrictEqual(board.toState(), state)).toBe(true);
        expect(answerDispatch(board, { concurrency: 2 })).toEqual(selectForDispatch(state, { concurrency: 2 }));
      }
    });
  });
});

function absorb(board: Board, event: ProjectEvent): void {
  const change = changeFor(board, event);
  if (!change.ok) throw new Error(change.refusal.message);
  board.absorb(change.value, event.at);
}

describe("BLOCKED derived from any mixture of waiting statuses", () => {
  it("does not depend on what the waiting tasks said before", () => {
    fc.assert(
      fc.property(randomProject, randomWalk, fc.infiniteStream(fc.boolean()), (start, choices, coins) => {
        const { states } = walk(start, choices);
        const state = states[states.length - 1] ?? start;
        const scrambled = Object.entries(state.tasks).map(([id, task]) => {
          const status: TaskStatus = coins.next().value ? "PENDING" : "BLOCKED";
          return [id, isWaiting(task.status) ? { ...task, status } : task];
        });
        const derived = recomputeBlocked({ ...state, tasks: Object.fromEntries(scrambled) });
        expect(isDeepStrictEqual(derived, state)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("always shipping what is dispatched", () => {
  it("ends with everything shipped, each task after what it depends on and no sooner than it may", () => {
    fc.assert(
      fc.property(randomProject, fc.integer({ min: 1, max: 4 }), (start, concurrency) => {
        const board = openBoard(start);
        const size = Object.keys(start.tasks).length;
        const shipped = new Set<TaskId>();
        for (let round = 0; round < size; round += 1) {
          const answer = answerDispatch(board, { concurrency });
          if (answer.kind !== "start") break;
          expect(answer.tasks).toEqual(eligibleByDefinition(board.toState()).slice(0, concurrency));
          for (const task_id of answer.tasks) absorb(board, { kind: "task-started", at: LATER, task_id });
          for (const task_id of answer.tasks) {
            for (const dependency of start.tasks[task_id]?.depends_on ?? []) expect(shipped).toContain(dependency);
            absorb(board, {
              kind: "task-shipped",
              at: LATER,
              task_id,
              merge_sha: SHA,
              module_refs: [],
              rationale: null,
            });
          }
          for (const task_id of answer.tasks) shipped.add(task_id);
        }
        expect(answerDispatch(board, { concurrency })).toEqual({ kind: "all-done", shipped: size, abandoned: 0 });
      }),
      { numRuns: 30 },
    );
  });
});
