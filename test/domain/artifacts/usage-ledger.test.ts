import { describe, expect, it } from "vitest";
import { CallOutcome, totalUsage, UsageLine } from "../../../src/domain/artifacts/usage-ledger.js";
import { aUsageLine } from "../../support/artifacts.js";

const unknown = aUsageLine({ cost_usd: null, model: "local-model", outcome: "failed", request_id: null });

describe("a line of the usage ledger", () => {
  it.each(Object.keys(aUsageLine()))("requires %s", (field) => {
    const candidate: Record<string, unknown> = { ...aUsageLine() };
    delete candidate[field];
    expect(UsageLine.safeParse(candidate).success).toBe(false);
  });

  it.each(CallOutcome.options)("is written for a call that was %s", (outcome) => {
    expect(UsageLine.safeParse(aUsageLine({ outcome })).success).toBe(true);
  });

  it("may not know its cost, its task, its module and its request", () => {
    const line = aUsageLine({ cost_usd: null, task: null, module: null, request_id: null });
    expect(UsageLine.parse(line)).toEqual(line);
  });

  it.each([
    { cost_usd: -0.01 },
    { input_tokens: -1 },
    { output_tokens: 1.5 },
    { cache_read_tokens: -1 },
    { cache_write_tokens: -1 },
    { role: "loop" },
  ])("refuses %j", (change) => {
    expect(UsageLine.safeParse({ ...aUsageLine(), ...change }).success).toBe(false);
  });
});

describe("totals of usage", () => {
  it("count and name what costs nobody knows how much, and never add it as zero", () => {
    expect(totalUsage([aUsageLine(), unknown, unknown, aUsageLine({ cost_usd: 0.25, outcome: "truncated" })])).toEqual({
      calls: 4,
      calls_without_result: 3,
      input_tokens: 400,
      output_tokens: 40,
      cache_read_tokens: 20,
      cache_write_tokens: 4,
      known_cost_usd: 0.75,
      unknown_cost_calls: 2,
      models_without_price: ["local-model"],
    });
  });

  it("of nothing are nothing", () => {
    expect(totalUsage([])).toMatchObject({
      calls: 0,
      known_cost_usd: 0,
      unknown_cost_calls: 0,
      models_without_price: [],
    });
  });

  it("tell a free call from one of unknown cost", () => {
    expect(totalUsage([aUsageLine({ cost_usd: 0 })])).toMatchObject({ known_cost_usd: 0, unknown_cost_calls: 0 });
    expect(totalUsage([unknown])).toMatchObject({ known_cost_usd: 0, unknown_cost_calls: 1 });
  });
});
