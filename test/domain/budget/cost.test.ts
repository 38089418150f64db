import { describe, expect, it } from "vitest";
import { costOf } from "../../../src/domain/budget/cost.js";
import { EXPECTED_PER_TASK, forecastCost } from "../../../src/features/budget/forecast.js";
import { aConfig } from "../../support/config.js";

const config = aConfig();
const none = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };

describe("costOf", () => {
  it.each([
    ["input_tokens", 4],
    ["output_tokens", 20],
    ["cache_read_tokens", 0.2],
    ["cache_write_tokens", 5],
  ])("prices a million %s at %d USD", (field, usd) => {
    expect(costOf({ ...none, [field]: 1_000_000 }, "claude-opus-5-5", config.prices)).toEqual({ usd });
  });

  it("adds ten dollars for a thousand searches, or what the price says", () => {
    const usage = { ...none, web_searches: 500 };
    expect(costOf(usage, "claude-opus-5-5", config.prices)).toEqual({ usd: 5 });
    const local = { input: 0, output: 0, cache_read: 0, cache_write: 0, web_search: 4, context_window: 8_000 };
    expect(costOf(usage, "local", { local })).toEqual({ usd: 2 });
  });

  it("adds the parts up", () => {
    const usage = { input_tokens: 1_000, output_tokens: 500, cache_read_tokens: 10_000, cache_write_tokens: 2_000 };
    expect(costOf(usage, "claude-sonnet-5-5", config.prices).usd).toBeCloseTo(0.002 + 0.005 + 0.002 + 0.005, 10);
  });

  it.each([
    ["at the step", { input_tokens: 100_000 }, 0.01],
    ["above it", { input_tokens: 100_001 }, 0.0500005],
    ["above it by what the cache held", { input_tokens: 1, cache_read_tokens: 100_000 }, 0.0050005],
    ["above it by what the cache took", { input_tokens: 1, cache_write_tokens: 100_000 }, 0.0625005],
    ["with a long answer only", { output_tokens: 200_000 }, 0.1],
  ])("takes the long-prompt price by the whole prompt: %s", (_, usage, usd) => {
    expect(costOf({ ...none, ...usage }, "claude-haiku-5-5", config.prices).usd).toBeCloseTo(usd, 10);
  });

  it("is unknown, not zero, for a model without a price", () => {
    const cost = costOf({ ...none, input_tokens: 1 }, "mystery", config.prices);
    expect(cost).toEqual({ usd: null, reason: expect.stringMatching(/^cost unknown: .*"mystery"/) });
  });

  it("does not take a name of Object's own for a price", () => {
    expect(costOf(none, "toString", config.prices).usd).toBeNull();
  });
});

describe("forecastCost", () => {
  it("is the expected calls of one task at list price", () => {
    const perTask =
      0.012 * 4 +
      0.004 * 20 +
      4 * (0.04 * 2 + 0.008 * 10) +
      2 * (0.015 * 4 + 0.004 * 20) +
      (0.018 * 4 + 0.003 * 20) +
      (0.006 * 0.1 + 0.0005 * 0.5);
    expect(forecastCost(1, config).usd).toBeCloseTo(perTask, 10);
  });

  it("grows with the number of tasks, and is nothing for none", () => {
    expect(forecastCost(10, config).usd).toBeCloseTo((forecastCost(1, config).usd ?? 0) * 10, 10);
    expect(forecastCost(0, config).usd).toBe(0);
  });

  it("expects every role of a task's ordinary course", () => {
    expect(EXPECTED_PER_TASK.map(({ role }) => role)).toEqual([
      "planner",
      "proposer",
      "challenger",
      "arbiter",
      "judge",
    ]);
  });

  it("is unknown as soon as one model has no price, and names each once", () => {
    const models = { ...config.models };
    models.judge = { ...models.judge, name: "mystery" };
    models.arbiter = { ...models.arbiter, name: "mystery" };
    const forecast = forecastCost(1, { ...config, models });
    expect(forecast).toMatchObject({ usd: null, reason: expect.stringContaining('no price for "mystery";') });
  });
});
