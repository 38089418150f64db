import { describe, expect, it } from "vitest";
import type { Spending } from "../../src/domain/artifacts/spending-cap.js";
import type { UsageLine } from "../../src/domain/artifacts/usage-ledger.js";
import { Config } from "../../src/domain/config/config.js";
import { estimateCall } from "../../src/roles/estimate-call.js";
import { reserve, settle, spendingTotals, usedUp, withReservation } from "../../src/roles/spend.js";
import { aQuestion, TASK_FILE } from "../support/question.js";

const NOTHING: Spending = { lines: [], reservations: [] };
const TASK = "T-core-sum-add-001";
const line = (changes: Partial<UsageLine> = {}): UsageLine => ({
  at: "2026-01-31T12:00:00Z",
  run_id: "run-0",
  role: "proposer",
  task: TASK,
  module: "MM-0001",
  model: "claude-sonnet-5-5",
  prompt_version: "v",
  request_id: "req",
  input_tokens: 10,
  output_tokens: 1,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 1,
  outcome: "answered",
  ...changes,
});
const withBudgets = (budgets: object) => aQuestion({ config: Config.parse({ budgets }) });

describe("the estimate of a question", () => {
  it("is its texts at four characters a token, and its longest answer, at list price", () => {
    const question = aQuestion({
      prompt: { text: "p".repeat(4_000), version: "v" },
      given: [{ ...TASK_FILE, title: "abcd", text: "t".repeat(40_001) }],
    });
    expect(estimateCall(question)).toBeCloseTo(((1_000 + 1 + 10_001) * 2 + 64_000 * 10) / 1_000_000, 12);
  });

  it("is unknown for a model without a price", () => {
    const config = Config.parse({ models: { proposer: { name: "local" } } });
    expect(estimateCall(aQuestion({ config }))).toBeNull();
  });
});

describe("a reservation", () => {
  it("sets the estimate aside for the run", () => {
    const question = aQuestion();
    expect(reserve(question, "run-1", NOTHING)).toEqual({
      ok: true,
      value: { run_id: "run-1", task: TASK, estimate_usd: estimateCall(question) },
    });
  });

  it.each([
    ["the project's dollars", { hard_usd: 1 }, "project_usd"],
    ["the task's dollars", { per_task_usd: 1 }, "task_usd"],
    ["the task's calls", { max_calls_per_task: 1 }, "task_calls"],
    ["the project's calls", { max_calls_per_project: 1 }, "project_calls"],
  ])("is refused when it would pass %s", (_, budgets, cap) => {
    expect(reserve(withBudgets(budgets), "run-1", { lines: [line()], reservations: [] })).toMatchObject({
      ok: false,
      refusal: { code: "spending-cap", details: { cap } },
    });
    expect(reserve(withBudgets(budgets), "run-1", NOTHING).ok).toBe(true);
  });

  it("counts what is under way against every limit", () => {
    const busy = withReservation(NOTHING, { run_id: "run-0", task: TASK, estimate_usd: 0.5 });
    expect(reserve(withBudgets({ hard_usd: 1 }), "run-1", busy).ok).toBe(false);
    expect(reserve(withBudgets({ max_calls_per_project: 1 }), "run-1", busy)).toMatchObject({
      refusal: { details: { cap: "project_calls", used: 0, reserved: 1 } },
    });
    expect(reserve(withBudgets({ max_calls_per_project: 2 }), "run-1", busy).ok).toBe(true);
  });
});

describe("settling", () => {
  it("gives back what this run had set aside, and keeps what it cost", () => {
    const other = { run_id: "run-2", task: TASK, estimate_usd: 2 };
    const busy = [{ run_id: "run-1", task: TASK, estimate_usd: 1 }, other].reduce(withReservation, NOTHING);
    expect(settle({ ...busy, lines: [line()] }, "run-1", [line({ run_id: "run-1" })])).toEqual({
      lines: [line(), line({ run_id: "run-1" })],
      reservations: [other],
    });
  });

  it("shows the limits that are used up, exactly at the limit", () => {
    const spending = { lines: [line({ cost_usd: 5 })], reservations: [] };
    const config = (per_task_usd: number) => Config.parse({ budgets: { per_task_usd } });
    expect(usedUp(spending, TASK, config(5)).map(({ cap }) => cap)).toEqual(["task_usd"]);
    expect(usedUp(spending, TASK, config(5.01))).toEqual([]);
  });

  it("adds up by project, task and role, to the token", () => {
    const lines = [
      line(),
      line({ role: "arbiter", input_tokens: 7 }),
      line({ task: null, role: "product", cost_usd: null }),
    ];
    const { project, byTask, byRole } = spendingTotals(lines);
    expect(project).toMatchObject({ calls: 3, input_tokens: 27, known_cost_usd: 2, unknown_cost_calls: 1 });
    expect([...byTask].map(([task, total]) => [task, total.calls])).toEqual([
      [TASK, 2],
      ["", 1],
    ]);
    expect([...byRole].map(([role, total]) => [role, total.input_tokens])).toEqual([
      ["proposer", 10],
      ["arbiter", 7],
      ["product", 10],
    ]);
  });
});
