import { describe, expect, it } from "vitest";
import type { TaskId } from "../../../../src/domain/ids.js";
import type { TaskState, TaskStatus } from "../../../../src/features/tasks/board/project-state.js";
import { createTaskGraph } from "../../../../src/features/tasks/board/task-graph.js";
import { aTask, t } from "../../../support/project-state.js";

const SIZE = 300;

/** A chain with a shortcut to its root from every task: one change at the root concerns everybody, by two ways. */
function chain(): Map<TaskId, TaskState> {
  return new Map(
    Array.from({ length: SIZE }, (_, index) => {
      const depends_on = index === 0 ? [] : [...new Set([t(index - 1), t(0)])];
      return [t(index), aTask({ depends_on, declaration_order: index })];
    }),
  );
}

const EDGES = 2 * (SIZE - 1) - 1;

/** How many tasks a graph looked at while it took these in. */
function counting() {
  const graph = createTaskGraph();
  const takeIn = (tasks: ReadonlyMap<TaskId, TaskState>) => {
    let looks = 0;
    graph.takeIn(tasks, () => {
      looks += 1;
    });
    return looks;
  };
  const turn = (id: TaskId, status: TaskStatus) => {
    const task = graph.nodes.get(id)?.task;
    return task === undefined ? 0 : takeIn(new Map([[id, { ...task, status }]]));
  };
  return { graph, takeIn, turn };
}

describe("the cost of a step", () => {
  it("is each task once to read a project in which nothing has happened", () => {
    expect(counting().takeIn(chain())).toBe(SIZE);
  });

  it("is each task and edge at most once for a halt that blocks everything, and again for its clearing", () => {
    const { graph, takeIn, turn } = counting();
    takeIn(chain());
    turn(t(0), "IN_PROGRESS");
    expect(turn(t(0), "HALTED")).toBe(1 + EDGES);
    expect([...graph.nodes.values()].filter(({ task }) => task.status === "BLOCKED")).toHaveLength(SIZE - 1);
    expect(turn(t(0), "PENDING")).toBe(1 + EDGES);
    expect([...graph.nodes.values()].filter(({ task }) => task.status === "PENDING")).toHaveLength(SIZE);
  });

  it("is the task alone when nothing changes for its dependants", () => {
    const { takeIn, turn } = counting();
    takeIn(chain());
    expect(turn(t(0), "IN_PROGRESS")).toBe(1);
    turn(t(0), "HALTED");
    expect(turn(t(0), "ABANDONED")).toBe(1);
  });

  it("is all tasks and edges once to ship everything, started and shipped one by one", () => {
    const { takeIn, turn } = counting();
    takeIn(chain());
    const looks = Array.from({ length: SIZE }, (_, index) => turn(t(index), "IN_PROGRESS") + turn(t(index), "SHIPPED"));
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(2 * SIZE + EDGES);
  });
});

describe("edges that change", () => {
  it("are followed in their new place and forgotten in the old one", () => {
    const { graph, takeIn, turn } = counting();
    const c = aTask({ depends_on: [t("a")] });
    takeIn(
      new Map([
        [t("a"), aTask()],
        [t("b"), aTask()],
        [t("c"), c],
      ]),
    );
    takeIn(new Map([[t("c"), { ...c, depends_on: [t("b")] }]]));
    turn(t("a"), "ABANDONED");
    expect(graph.nodes.get(t("c"))?.task.status).toBe("PENDING");
    turn(t("b"), "ABANDONED");
    expect(graph.nodes.get(t("c"))?.task.status).toBe("BLOCKED");
    expect([...(graph.nodes.get(t("a"))?.dependants ?? [])]).toEqual([]);
    expect([...(graph.nodes.get(t("b"))?.dependants ?? [])]).toEqual([t("c")]);
  });

  it("count once when a dependency is written twice", () => {
    const { graph, takeIn, turn } = counting();
    takeIn(
      new Map([
        [t("a"), aTask()],
        [t("b"), aTask({ depends_on: [t("a"), t("a")] })],
      ]),
    );
    expect(graph.nodes.get(t("b"))?.unsatisfied).toBe(1);
    turn(t("a"), "SHIPPED");
    expect(graph.nodes.get(t("b"))?.unsatisfied).toBe(0);
  });
});
