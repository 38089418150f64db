import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallOutcome, totalUsage, totalUsageBy, UsageLine } from "../../../src/domain/artifacts/usage-ledger.js";
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

  it("go by task, role, module and model", () => {
    const lines = [
      aUsageLine(),
      aUsageLine({ role: "arbiter", task: null, module: null, model: "other" }),
      aUsageLine(),
    ];
    const calls = (by: Parameters<typeof totalUsageBy>[1]) =>
      [...totalUsageBy(lines, by)].map(([key, total]) => `${key}:${total.calls}`);
    expect(calls("task")).toEqual(["T-core-text-slug-001:2", ":1"]);
    expect(calls("module")).toEqual(["MM-0001:2", ":1"]);
    expect(calls("role")).toEqual(["proposer:2", "arbiter:1"]);
    expect(calls("model")).toEqual(["claude-sonnet-5-5:2", "other:1"]);
  });

  it("add up to the same whole, to the token, however they are divided", () => {
    const line = fc.record({
      role: fc.constantFrom("proposer", "challenger", "arbiter" as const),
      input: fc.nat(1_000_000),
      output: fc.nat(1_000_000),
      cost: fc.option(fc.nat(1_000)),
    });
    fc.assert(
      fc.property(fc.array(line), (drawn) => {
        const lines = drawn.map(({ role, input, output, cost }) =>
          aUsageLine({ role: role as "proposer", input_tokens: input, output_tokens: output, cost_usd: cost }),
        );
        const parts = [...totalUsageBy(lines, "role").values()];
        const whole = totalUsage(lines);
        for (const field of [
          "calls",
          "input_tokens",
          "output_tokens",
          "known_cost_usd",
          "unknown_cost_calls",
        ] as const) {
          expect(parts.reduce((sum, part) => sum + part[field], 0)).toBe(whole[field]);
        }
      }),
    );
  });
});
