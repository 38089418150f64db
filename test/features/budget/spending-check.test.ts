import { describe, expect, it } from "vitest";
import { limitReached } from "../../../src/features/budget/spending-check.js";
import { aConfig } from "../../support/config.js";
import { FIRST_TASK } from "../../support/loop.js";

describe("limits before a call", () => {
  const SUM = { calls: 0, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
  const { budgets } = aConfig();
  const reached = (
    project: Partial<typeof SUM>,
    task: Partial<typeof SUM> | null,
    estimate_usd: number | null = null,
  ) =>
    limitReached(
      { project: { ...SUM, ...project }, tasks: task === null ? {} : { [FIRST_TASK]: { ...SUM, ...task } }, roles: {} },
      { task: FIRST_TASK, estimate_usd },
      { budgets, project: { warn_usd: 5, hard_usd: 25 } },
    )?.of;

  it.each([
    [{ known_usd: 24.99 }, {}, null, undefined],
    [{ known_usd: 25 }, {}, null, "project"],
    [{ known_usd: 24 }, {}, 1, undefined],
    [{ known_usd: 24 }, {}, 1.01, "project"],
    [{ calls: 1_999 }, {}, null, undefined],
    [{ calls: 2_000 }, {}, null, "project"],
    [{}, { known_usd: 9.99 }, null, undefined],
    [{}, { known_usd: 10 }, null, "task"],
    [{}, { known_usd: 9 }, 1.01, "task"],
    [{}, null, 10, undefined],
    [{}, null, 10.01, "task"],
    [{}, { calls: 79 }, null, undefined],
    [{}, { calls: 80 }, null, "task"],
  ] as const)("project %j, task %j, estimate %s: %s", (project, task, estimate, of) => {
    expect(reached(project, task, estimate)).toBe(of);
  });
});
