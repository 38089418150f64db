import { describe, expect, it } from "vitest";
import { TaskStatus } from "../../../../src/features/tasks/board/project-state.js";
import { checkTransition, TASK_TRANSITIONS } from "../../../../src/features/tasks/board/transitions.js";
import { t } from "../../../support/project-state.js";

/** Rows are from, columns are to: yes, no, or only with a person's rationale. */
const EXPECTED: Record<TaskStatus, Record<TaskStatus, "yes" | "no" | "rationale">> = {
  PENDING: { PENDING: "no", IN_PROGRESS: "yes", SHIPPED: "no", HALTED: "no", BLOCKED: "yes", ABANDONED: "yes" },
  IN_PROGRESS: {
    PENDING: "rationale",
    IN_PROGRESS: "no",
    SHIPPED: "yes",
    HALTED: "yes",
    BLOCKED: "no",
    ABANDONED: "no",
  },
  SHIPPED: {
    PENDING: "rationale",
    IN_PROGRESS: "no",
    SHIPPED: "no",
    HALTED: "rationale",
    BLOCKED: "no",
    ABANDONED: "no",
  },
  HALTED: { PENDING: "yes", IN_PROGRESS: "yes", SHIPPED: "rationale", HALTED: "no", BLOCKED: "no", ABANDONED: "yes" },
  BLOCKED: { PENDING: "yes", IN_PROGRESS: "no", SHIPPED: "no", HALTED: "no", BLOCKED: "no", ABANDONED: "yes" },
  ABANDONED: { PENDING: "no", IN_PROGRESS: "no", SHIPPED: "no", HALTED: "no", BLOCKED: "no", ABANDONED: "no" },
};

const pairs = TaskStatus.options.flatMap((from) =>
  TaskStatus.options.map((to) => ({ from, to, expected: EXPECTED[from][to] })),
);

describe("a task's status", () => {
  it.each(pairs)("$from to $to: $expected", ({ from, to, expected }) => {
    const move = { task_id: t("a"), from, to };
    const alone = checkTransition({ ...move, rationale: null });
    const byPerson = checkTransition({ ...move, rationale: "checked by hand" });
    expect({ alone: alone.ok, byPerson: byPerson.ok }).toEqual({
      alone: expected === "yes",
      byPerson: expected !== "no",
    });
  });

  it("lists every legal move once", () => {
    const moves = TASK_TRANSITIONS.map(({ from, to }) => `${from} -> ${to}`);
    expect(new Set(moves).size).toBe(moves.length);
  });

  it.each([
    { from: "SHIPPED", to: "ABANDONED", says: "SHIPPED is final" },
    { from: "ABANDONED", to: "PENDING", says: "ABANDONED is final" },
    { from: "BLOCKED", to: "IN_PROGRESS", says: "first returns to PENDING" },
    { from: "IN_PROGRESS", to: "BLOCKED", says: "SHIPPED when its pull request is merged, HALTED when" },
  ] as const)("says why $from cannot become $to", ({ from, to, says }) => {
    const outcome = checkTransition({ task_id: t("a"), from, to, rationale: null });
    expect(outcome).toMatchObject({ refusal: { code: "illegal-transition", details: { task_id: t("a"), from, to } } });
    expect(outcome).toMatchObject({ refusal: { message: expect.stringContaining(says) } });
    expect(outcome).toMatchObject({
      refusal: { message: expect.stringContaining(`${t("a")} cannot go from ${from} to ${to}`) },
    });
  });

  it("asks for the rationale when a halted task is merged without one", () => {
    expect(checkTransition({ task_id: t("a"), from: "HALTED", to: "SHIPPED", rationale: null })).toMatchObject({
      refusal: { code: "rationale-required", message: expect.stringContaining("give a rationale") },
    });
  });
});
