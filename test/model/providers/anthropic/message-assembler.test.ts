import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { describe, expect, it } from "vitest";
import { messageAssembler } from "../../../../src/model/providers/anthropic/message-assembler.js";

/** Events as they come over the wire, where fields are missing that the SDK's types promise. */
function assemble(...events: readonly object[]) {
  const assembler = messageAssembler();
  for (const event of events) assembler.take(event as RawMessageStreamEvent);
  return assembler.arrived();
}

const start = (usage: object) => ({ type: "message_start", message: { model: "m", usage } });
const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, change: object) => ({ type: "content_block_delta", index, delta: change });
const json = (index: number, partial_json: string) => delta(index, { type: "input_json_delta", partial_json });
const stop = (index: number) => ({ type: "content_block_stop", index });

describe("a message that arrives in pieces", () => {
  it("is nothing before its first piece", () => {
    expect(assemble()).toEqual({
      complete: false,
      content: [],
      stopReason: null,
      stopDetails: null,
      model: null,
      usage: { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
    });
  });

  it("is complete with its last piece, and not before", () => {
    const end = {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_details: null },
      usage: { output_tokens: 5 },
    };
    expect(assemble(start({ input_tokens: 1 }), end)).toMatchObject({ complete: false, stopReason: "end_turn" });
    expect(assemble(start({ input_tokens: 1 }), end, { type: "message_stop" }).complete).toBe(true);
  });

  it("counts what the provider searched on the web, and says nothing of it where it did not", () => {
    const searched = (web_search_requests: number) => ({ server_tool_use: { web_search_requests } });
    const end = (usage: object) => ({ type: "message_delta", delta: { stop_reason: null }, usage });
    expect(assemble(start(searched(1)), end(searched(3))).usage).toMatchObject({ web_searches: 3 });
    expect(assemble(start(searched(2)), end({ output_tokens: 1 })).usage).toMatchObject({ web_searches: 2 });
    expect(assemble(start(searched(0)), end({ server_tool_use: null })).usage).not.toHaveProperty("web_searches");
  });

  it("counts totals: a later count replaces an earlier one, and one left out or null changes nothing", () => {
    const first = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 };
    const end = (usage: object) => ({ type: "message_delta", delta: { stop_reason: null }, usage });
    expect(assemble(start(first)).usage).toEqual({
      input_tokens: 10,
      output_tokens: 1,
      cache_read_tokens: 3,
      cache_write_tokens: 4,
    });
    expect(assemble(start(first), end({ output_tokens: 7, input_tokens: null })).usage).toEqual({
      input_tokens: 10,
      output_tokens: 7,
      cache_read_tokens: 3,
      cache_write_tokens: 4,
    });
    const all = { input_tokens: 20, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    expect(assemble(start(first), end(all)).usage).toEqual({
      input_tokens: 20,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    });
  });

  it("keeps its blocks apart", () => {
    const { content } = assemble(
      block(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "let " }),
      delta(0, { type: "thinking_delta", thinking: "me" }),
      delta(0, { type: "signature_delta", signature: "s" }),
      block(1, { type: "text", text: "", citations: null }),
      delta(1, { type: "text_delta", text: "a" }),
      delta(1, { type: "citations_delta", citation: { url: "https://a.example" } }),
      delta(1, { type: "text_delta", text: "b" }),
    );
    expect(content).toEqual([
      { type: "thinking", thinking: "let me", signature: "s" },
      { type: "text", text: "ab", citations: [{ url: "https://a.example" }] },
    ]);
  });

  it.each([
    ["of our tools", "tool_use"],
    ["of the provider's tools", "server_tool_use"],
  ])("reads the input %s when it is whole", (_, type) => {
    const begun = [block(0, { type, id: "t", name: "n", input: {} }), json(0, '{"rate": 1e-'), json(0, "7}")];
    expect(assemble(...begun).content).toMatchObject([{ input: {} }]);
    expect(assemble(...begun, stop(0)).content).toMatchObject([{ input: { rate: 1e-7 } }]);
  });

  it("takes no input for an empty one", () => {
    const called = [block(0, { type: "tool_use", id: "t", name: "n", input: {} }), json(0, ""), stop(0)];
    expect(assemble(...called).content).toMatchObject([{ input: {} }]);
  });

  it("does not repair broken JSON", () => {
    const called = [block(0, { type: "tool_use", id: "t", name: "n", input: {} }), json(0, '{"a": [1, 2'), stop(0)];
    expect(assemble(...called).content).toMatchObject([{ input: { broken_json: '{"a": [1, 2' } }]);
  });
});
