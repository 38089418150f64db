import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../../src/domain/config/config.js";
import { estimateCall } from "../../../src/roles/asking/estimate-call.js";
import { aQuestion, echo, Sum, TASK_FILE } from "../../support/question.js";

const tokensOf = (...texts: string[]) => texts.reduce((total, text) => total + Math.ceil(text.length / 4), 0);
const schemaOf = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
/** What the shape of the answer adds to every call of the question. */
const ANSWER = tokensOf("submit", schemaOf(Sum));

describe("the estimate of a question", () => {
  it("is its texts at four characters a token, all written to the cache, and its longest answer, at list price", () => {
    const question = aQuestion({
      prompt: { text: "p".repeat(4_000), version: "v" },
      given: [{ ...TASK_FILE, title: "abcd", text: "t".repeat(40_001) }],
    });
    expect(estimateCall(question)).toBeCloseTo(((1_000 + 1 + 10_001 + ANSWER) * 2.5 + 64_000 * 10) / 1_000_000, 12);
  });

  it("is at the plain price where a cache costs no more than that", () => {
    const { prices } = Config.parse({});
    const config = Config.parse({
      prices: { ...prices, "claude-sonnet-5-5": { ...prices["claude-sonnet-5-5"], cache_write: 0 } },
    });
    const question = aQuestion({ config, prompt: { text: "", version: "v" } });
    expect(estimateCall(question, 500_000)).toBeCloseTo(((500_000 + ANSWER) * 2 + 64_000 * 10) / 1_000_000, 12);
  });

  it("counts the tools with their schemas", () => {
    const read = echo("read");
    const [without, withTool] = [[], [read]].map((tools) => estimateCall(aQuestion({ tools })) ?? 0);
    const tokens = tokensOf("read", read.description, schemaOf(read.Input));
    expect((withTool ?? 0) - (without ?? 0)).toBeCloseTo((tokens * 2.5) / 1_000_000, 12);
  });

  it("counts every search that a call may make", () => {
    const [without, withSearch] = [false, true].map((webSearch) => estimateCall(aQuestion({ webSearch })) ?? 0);
    expect((withSearch ?? 0) - (without ?? 0)).toBeCloseTo(0.1, 12);
  });

  it("grows with the conversation", () => {
    const question = aQuestion({ prompt: { text: "", version: "v" } });
    expect(estimateCall(question, 500_000)).toBeCloseTo(((500_000 + ANSWER) * 2.5 + 64_000 * 10) / 1_000_000, 12);
  });

  it("is unknown for a model without a price", () => {
    const config = Config.parse({ models: { proposer: { name: "local" } } });
    expect(estimateCall(aQuestion({ config }))).toBeNull();
  });
});
