import fc from "fast-check";
import { dependantsOf, reachableFrom } from "../../src/domain/graph.js";
import type { TaskId } from "../../src/domain/ids.js";
import type { HumanResolution } from "../../src/features/halts/resolution/human-resolution.js";
import { selectForDispatch } from "../../src/features/tasks/board/dispatch.js";
import type { ProjectEvent } from "../../src/features/tasks/board/project-event.js";
import type { ProjectState, TaskState, TaskStatus } from "../../src/features/tasks/board/project-state.js";
import { aProject, aTask, LATER, SHA, t } from "./project-state.js";

/** A project of up to 500 PENDING tasks. Their order of declaration need not follow their dependencies. */
export const randomProject: fc.Arbitrary<ProjectState> = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 41, max: 500 }) },
  )
  .chain((size) =>
    fc.record({
      edges: fc.array(fc.uniqueArray(fc.nat(), { maxLength: 3 }), { minLength: size, maxLength: size }),
      orders: fc.shuffledSubarray(
        Array.from({ length: size }, (_, index) => index),
        { minLength: size, maxLength: size },
      ),
    }),
  )
  .map(({ edges, orders }) => {
    const tasks = edges.map((picks, index): [TaskId, TaskState] => [
      t(index),
      aTask({
        task: String(index),
        depends_on: index === 0 ? [] : [...new Set(picks.map((pick) => t(pick % index)))],
        declaration_order: orders[index] ?? index,
      }),
    ]);
    return { ...aProject({}), tasks: Object.fromEntries(tasks) };
  });

/** Numbers that `legalEvent` turns into a sequence of possible events. */
export const randomWalk: fc.Arbitrary<number[]> = fc.array(fc.noBias(fc.nat()), { minLength: 10, maxLength: 40 });

type Propose = (state: ProjectState, choice: number) => ProjectEvent[];

/** An event that is possible now. `choice` picks its kind and then its task. */
export function legalEvent(state: ProjectState, choice: number): ProjectEvent {
  const wheel = [
    ...Array<Propose>(6).fill(start),
    ship,
    ship,
    ship,
    halt,
    halt,
    halt,
    resolve,
    resolve,
    adjust,
    add,
    undo,
    pause,
  ];
  const turned = [...wheel.slice(choice % wheel.length), ...wheel];
  const which = Math.floor(choice / wheel.length);
  const possible = turned.map((propose) => propose(state, which)).find((events) => events.length > 0) ?? [];
  const event = possible[which % possible.length];
  if (event === undefined) throw new Error("a project can always be paused or resumed");
  return event;
}

const start: Propose = (state, choice) => {
  if (state.status === "PAUSED") return pause(state, choice);
  const answer = selectForDispatch(state, { concurrency: 3 });
  return answer.kind === "start" ? [{ kind: "task-started", at: LATER, task_id: answer.tasks[0] ?? "" }] : [];
};

const ship: Propose = (state, choice) =>
  pick(state, choice, "IN_PROGRESS").map((task_id) => ({
    kind: "task-shipped",
    at: LATER,
    task_id,
    merge_sha: SHA,
    module_refs: [],
    rationale: null,
  }));

const halt: Propose = (state, choice) =>
  pick(state, choice, "IN_PROGRESS").map((task_id) => ({
    kind: "task-halted",
    at: LATER,
    task_id,
    reason: "red",
    escalation_ref: `ESC-${(choice % 2 ** 32).toString(16).padStart(8, "0")}`,
  }));

const resolve: Propose = (state, choice) => [
  ...pick(state, choice, "HALTED").flatMap((task_id) => [
    answer(state, task_id, { action: "RETRY_TASK" }),
    answer(state, task_id, { action: "APPROVE_OVERRIDE", rationale: "good enough" }),
    answer(state, task_id, AMENDMENT),
    answer(state, task_id, { action: "ABANDON_TASK", rationale: "cancelled" }),
    split(state, task_id),
  ]),
  ...pick(state, choice, "BLOCKED").flatMap((task_id) => [
    answer(state, task_id, { action: "ABANDON_TASK", rationale: "cancelled" }),
    split(state, task_id),
    ...(abandonedDependency(state, task_id) === undefined ? [] : [answer(state, task_id, AMENDMENT)]),
  ]),
];

const AMENDMENT: HumanResolution = {
  action: "AMEND_SPEC",
  amended_acceptance_criteria: ["returns 1", "rejects 2"],
  amendment_rationale: "it can do without",
};

const undo: Propose = (state, choice) =>
  pick(state, choice, "SHIPPED").map((task_id) => ({
    kind: "task-taken-back",
    at: LATER,
    task_id,
    by: "ada",
    merge_sha: SHA,
    pull_request: (choice % 1000) + 1,
    escalation_ref: `ESC-${(choice % 2 ** 32).toString(16).padStart(8, "0")}`,
    // The task itself, and perhaps another shipped task that used its modules without depending on it. That one was
    // merged later, so the task itself does not depend on it.
    taken: [task_id, ...pickOf(mergedApart(state, task_id), choice * 7 + 3)].map((id) => ({
      task_id: id,
      merge_sha: SHA,
      modules: [],
      attempt: 1,
      questions: 0,
      asked: {},
    })),
  }));

const adjust: Propose = (state, choice) => {
  const waiting = [...pick(state, choice, "PENDING"), ...pick(state, choice + 1, "BLOCKED")];
  const reason = "cancelled";
  const given = waiting.flatMap((id): ProjectEvent[] => [
    { kind: "plan-adjusted", at: LATER, adjustment: [{ skip: id, reason }] },
    { kind: "plan-adjusted", at: LATER, adjustment: withDependants(state, id).map((drop) => ({ drop, reason })) },
    { kind: "plan-adjusted", at: LATER, adjustment: [{ reorder: [id] }] },
  ]);
  const cuts = waiting.flatMap((id): ProjectEvent[] => {
    const from = abandonedDependency(state, id);
    return from === undefined ? [] : [{ kind: "plan-adjusted", at: LATER, adjustment: [{ cut: id, from }] }];
  });
  return [...given, ...cuts];
};

const add: Propose = (state, choice) => {
  const dependency = Object.keys(state.tasks).find((id) => state.tasks[id]?.superseded_by.length === 0);
  const names = { spec_task_id: null, pillar: "Core", epic: "Demo", story: "Story", task: "added", path: "added.md" };
  const task = {
    ...names,
    task_id: t(`new-${Object.keys(state.tasks).length}`),
    priority: 0,
    depends_on: dependency === undefined || choice % 2 === 0 ? [] : [dependency],
  };
  const awaited_by = task.depends_on.length > 0 ? [] : pick(state, choice, "PENDING");
  return [{ kind: "tasks-added", at: LATER, tasks: [task], awaited_by }];
};

const pause: Propose = (state) => [
  { kind: state.status === "PAUSED" ? "project-resumed" : "project-paused", at: LATER },
];

function pick(state: ProjectState, choice: number, status: TaskStatus): TaskId[] {
  return pickOf(
    Object.keys(state.tasks).filter((id) => state.tasks[id]?.status === status),
    choice,
  );
}

/** The shipped tasks that the task itself does not depend on. */
function mergedApart(state: ProjectState, task: TaskId): TaskId[] {
  const upstream = reachableFrom([task], new Map(Object.entries(state.tasks).map(([id, one]) => [id, one.depends_on])));
  return Object.keys(state.tasks).filter(
    (id) => id !== task && !upstream.has(id) && state.tasks[id]?.status === "SHIPPED",
  );
}

function pickOf(ids: readonly TaskId[], choice: number): TaskId[] {
  const id = ids[choice % ids.length];
  return id === undefined ? [] : [id];
}

function abandonedDependency(state: ProjectState, id: TaskId): TaskId | undefined {
  return state.tasks[id]?.depends_on.find((dependency) => state.tasks[dependency]?.status === "ABANDONED");
}

function answer(state: ProjectState, task_id: TaskId, resolution: HumanResolution): ProjectEvent {
  const escalation_ref = state.tasks[task_id]?.escalation_ref ?? null;
  return { kind: "escalation-resolved", at: LATER, task_id, escalation_ref, resolution, identities: [] };
}

function split(state: ProjectState, task_id: TaskId): ProjectEvent {
  const count = Object.keys(state.tasks).length;
  const inherited = state.tasks[task_id]?.depends_on.slice(0, 1) ?? [];
  const part = { description: "a part", acceptance_criteria: ["returns 1", "rejects 2"] };
  return {
    kind: "escalation-resolved",
    at: LATER,
    task_id,
    escalation_ref: state.tasks[task_id]?.escalation_ref ?? null,
    resolution: {
      action: "SPLIT_TASK",
      new_tasks: [
        { name: "first", depends_on: inherited, ...part },
        { name: "second", depends_on: ["first"], ...part },
      ],
    },
    identities: [
      { task_id: t(`new-${count}`), path: "first.md" },
      { task_id: t(`new-${count + 1}`), path: "second.md" },
    ],
  };
}

function withDependants(state: ProjectState, id: TaskId): TaskId[] {
  const edges = new Map(Object.entries(state.tasks).map(([key, { depends_on }]) => [key, depends_on]));
  const behind = reachableFrom([id], dependantsOf(edges));
  return [id, ...behind].filter((key) => state.tasks[key]?.status !== "ABANDONED");
}
