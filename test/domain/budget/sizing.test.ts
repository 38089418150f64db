import { describe, expect, it } from "vitest";
import {
  availableForReview,
  availableForTask,
  contextWindowOf,
  estimateTaskTokens,
  taskTokenLimit,
} from "../../../src/domain/budget/sizing.js";
import { aConfig } from "../../support/config.js";

const { sizing, prices } = aConfig();

describe("the context budget", () => {
  it("leaves 156,100 of 200,000 tokens, as the formula's own example says", () => {
    expect(availableForTask(200_000, sizing)).toBe(156_100);
  });

  it("leaves nothing, rather than less, of a tiny window", () => {
    expect(availableForTask(10_000, sizing)).toBe(0);
  });

  it.each([
    ["system_prompt_overhead", 1],
    ["plan_context", 1],
    ["sop_context_reserve", 1],
    ["response_headroom", 1],
  ] as const)("subtracts %s", (field, more) => {
    expect(availableForTask(200_000, { ...sizing, [field]: sizing[field] + more })).toBe(156_100 - more);
  });

  it("subtracts the safety margin as a share of the window", () => {
    expect(availableForTask(200_000, { ...sizing, safety_margin: 0.25 })).toBe(136_100);
  });
});

describe("the limit of one task", () => {
  it("is 40 % of what is available", () => {
    expect(taskTokenLimit({ context_window: 200_000 }, sizing)).toBe(62_440);
  });

  it("follows the configured share, without losing a token to binary fractions", () => {
    expect(taskTokenLimit({ context_window: 200_000 }, { ...sizing, task_share: 0.7 })).toBe(109_270);
  });

  it("is the model's sweet spot where one is known", () => {
    expect(taskTokenLimit({ context_window: 200_000, sweet_spot: 100_000 }, sizing)).toBe(100_000);
  });

  it("is never more than fits", () => {
    expect(taskTokenLimit({ context_window: 100_000, sweet_spot: 100_000 }, sizing)).toBe(71_100);
  });
});

describe("the estimate of a task", () => {
  it("adds files, description and every acceptance criterion", () => {
    const task = {
      files: [{ path: "a.ts", characters: 40 }],
      description: "x".repeat(20),
      acceptanceCriteria: ["x".repeat(8), "x".repeat(4)],
    };
    expect(estimateTaskTokens(task, sizing)).toBe(10 + 5 + 2 + 1);
  });
});

describe("a reviewer's budget", () => {
  it("keeps system prompt, assembled context, working memory, output and margin free", () => {
    expect(availableForReview(200_000, sizing)).toBe(200_000 - 2_000 - 4_000 - 6_000 - 1_000 - 30_000);
  });

  it("is never negative", () => {
    expect(availableForReview(1_000, sizing)).toBe(0);
  });
});

describe("the context window", () => {
  it("is the listed one", () => {
    expect(contextWindowOf("claude-opus-5-5", prices, sizing).context_window).toBe(1_000_000);
  });

  it("is assumed for a model that is not listed", () => {
    expect(contextWindowOf("mystery", prices, sizing)).toEqual({ context_window: 200_000 });
  });
});
