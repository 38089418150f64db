import { expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { costSoFar } from "../../../src/features/budget/cost-so-far.js";
import { computeProgressSummary } from "../../../src/features/checkpoints/summary.js";
import { decideOn, mergedSpec, planning, taskPull } from "../../support/loop.js";

it.each([
  [{ known_usd: 0, unknown_cost_calls: 0 }, "$0.00"],
  [{ known_usd: 1.5, unknown_cost_calls: 0 }, "$1.50"],
  [{ known_usd: 0, unknown_cost_calls: 1 }, "unknown (1 call of a model without a price)"],
  [{ known_usd: 1.5, unknown_cost_calls: 2 }, "$1.50 and an unknown part (2 calls of a model without a price)"],
])("a cost of %o is shown as %s, never as zero unless it is", (spent, said) => {
  expect(costSoFar(spent)).toBe(said);
});

it("the status comment shows that the cost is unknown, and estimates nothing from it", () => {
  const spent = { ...planning.spent.project, calls: 3, unknown_cost_calls: 3 };
  const state = { ...planning, spent: { ...planning.spent, project: spent } };
  const seen = { pulls: [mergedSpec, taskPull], stickies: [] };
  const body = decideOn(state, seen, { config: Config.parse({ models: { planner: { name: "local" } } }) })
    .pending.flatMap((effect) => (effect.kind === "keep-comment" ? [effect.body] : []))
    .join("");
  expect(body).toContain("Cost so far unknown (3 calls of a model without a price)");
  if (state.project === null) throw new Error("there is a project");
  const facts = { spent, forecast_usd: 9, fix_cycles: 0 };
  const [first, second] = Object.entries(state.project.tasks);
  if (first === undefined || second === undefined) throw new Error("there are two tasks");
  const tasks = { [first[0]]: { ...first[1], status: "SHIPPED" as const }, [second[0]]: second[1] };
  expect(computeProgressSummary({ ...state.project, tasks }, facts).estimated_remaining_cost_usd).toBeNull();
});
