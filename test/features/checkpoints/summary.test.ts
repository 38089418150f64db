import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeProgressSummary,
  type ProgressFacts,
  ProgressSummary,
} from "../../../src/features/checkpoints/summary.js";
import { TaskStatus } from "../../../src/features/tasks/board/project-state.js";
import { aProject, aTask, type TaskSketch, t } from "../../support/project-state.js";

const NOTHING: ProgressFacts = {
  spent: { known_usd: 0, unknown_cost_calls: 0 },
  forecast_usd: null,
  fix_cycles: 0,
};

const summary = (sketches: Record<string, TaskSketch>, facts: Partial<ProgressFacts> = {}) =>
  ProgressSummary.parse(computeProgressSummary(aProject(sketches), { ...NOTHING, ...facts }));

describe("the progress summary", () => {
  it("counts each status where a person expects it", () => {
    expect(
      summary({
        shipped: { is: "SHIPPED" },
        pending: {},
        running: { is: "IN_PROGRESS" },
        halted: { is: "HALTED" },
        blocked: { is: "BLOCKED", after: ["halted"] },
        dropped: { is: "ABANDONED" },
        split: { is: "ABANDONED", superseded_by: [t("pending")] },
      }),
    ).toMatchObject({ tasks_completed: 1, tasks_remaining: 4, tasks_skipped: 1, tasks_superseded: 1 });
  });

  it("counts every task exactly once", () => {
    const statuses = fc.array(fc.tuple(fc.constantFrom(...TaskStatus.options), fc.boolean()), { maxLength: 50 });
    fc.assert(
      fc.property(statuses, (drawn) => {
        const tasks = drawn.map(([status, split], index) => [
          t(index),
          aTask({ status, superseded_by: split && status === "ABANDONED" ? [t("x")] : [] }),
        ]);
        const counted = computeProgressSummary({ ...aProject({}), tasks: Object.fromEntries(tasks) }, NOTHING);
        const { tasks_completed, tasks_remaining, tasks_skipped, tasks_superseded } = counted;
        expect(tasks_completed + tasks_remaining + tasks_skipped + tasks_superseded).toBe(drawn.length);
      }),
    );
  });

  it.each([
    { why: "cost per finished task times what is left", shipped: 2, pending: 3, spent: 10, forecast: 99, estimate: 15 },
    { why: "the forecast before the first one", shipped: 0, pending: 3, spent: 4, forecast: 99, estimate: 99 },
    { why: "unknown without a forecast", shipped: 0, pending: 3, spent: 4, forecast: null, estimate: null },
    { why: "nothing when nothing is left", shipped: 2, pending: 0, spent: 10, forecast: 99, estimate: 0 },
    { why: "nothing in an empty project", shipped: 0, pending: 0, spent: 0, forecast: null, estimate: 0 },
  ])("estimates $why", ({ shipped, pending, spent, forecast, estimate }) => {
    const tasks = Object.fromEntries([
      ...Array.from({ length: shipped }, (_, n) => [`s${n}`, { is: "SHIPPED" }]),
      ...Array.from({ length: pending }, (_, n) => [`p${n}`, {}]),
    ]);
    expect(
      summary(tasks, { spent: { known_usd: spent, unknown_cost_calls: 0 }, forecast_usd: forecast }),
    ).toMatchObject({
      cumulative_cost_usd: spent,
      estimated_remaining_cost_usd: estimate,
    });
  });

  it("lists what runs in dispatch order, and the fix cycles", () => {
    expect(
      computeProgressSummary(aProject({ a: { is: "IN_PROGRESS" }, b: { is: "IN_PROGRESS", priority: -1 }, c: {} }), {
        ...NOTHING,
        fix_cycles: 3,
      }),
    ).toMatchObject({
      current_tasks: [
        { task_id: t("b"), title: "b" },
        { task_id: t("a"), title: "a" },
      ],
      fix_cycles: 3,
    });
  });
});
