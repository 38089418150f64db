import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Config } from "../../../src/domain/config/config.js";
import { estimateCall } from "../../../src/roles/asking/estimate-call.js";
import { aQuestion, echo, Sum, TASK_FILE } from "../../support/question.js";

const tokensOf = (...texts: string[]) => texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
const schemaOf = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
/** What the shape of the answer adds to every call of the question. */
const ANSWER = tokensOf("submit", schemaOf(Sum));

describe("the estimate of a question", () => {
  it("is its texts at a token for each byte, all written to the cache, and its longest answer, at list price", () => {
    const question = aQuestion({
      prompt: { text: "p".repeat(4_000), version: "v" },
      given: [{ ...TASK_FILE, title: "abcd", text: "t".repeat(40_001) }],
    });
    expect(estimateCall(question)).toBeCloseTo(((4_000 + 4 + 40_001 + ANSWER) * 2.5 + 64_000 * 10) / 1_000_000, 12);
  });

  it.each([
    ["Chinese", "\u5de5\u5382", 6],
    ["Hindi", "\u0939\u093f", 6],
    ["emoji", "\u{1f468}\u{200d}\u{1f469}", 11],
    ["punctuation", "{}[]", 4],
  ])("is no less than what %s can cost, whose letters are several tokens each", (_script, text, bytes) => {
    const priced = (given: string) =>
      estimateCall(aQuestion({ given: [{ ...TASK_FILE, title: "t", text: given }] })) ?? 0;
    expect(priced(text.repeat(1_000)) - priced("")).toBeCloseTo((bytes * 1_000 * 2.5) / 1_000_000, 12);
  });

  it("is never more than a full window, however long the conversation", () => {
    const question = aQuestion();
    expect(estimateCall(question, 30_000_000)).toBeCloseTo((1_000_000 * 2.5 + 64_000 * 10) / 1_000_000, 12);
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
