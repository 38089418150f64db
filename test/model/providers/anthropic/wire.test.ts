import { expect, it } from "vitest";
import { replyFrom } from "../../../../src/model/providers/anthropic/from-wire.js";
import type { ArrivedMessage } from "../../../../src/model/providers/anthropic/message-assembler.js";
import { wireMessage } from "../../../../src/model/providers/anthropic/to-wire.js";

/** One block of each sort, with fields that the conversation does not know. */
const BLOCKS = [
  { type: "thinking", thinking: "hm", signature: "signed" },
  { type: "redacted_thinking", data: "secret" },
  { type: "text", text: "see there", citations: [{ type: "web_search_result_location", url: "https://a.example" }] },
  { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "tags" } },
  { type: "web_search_tool_result", tool_use_id: "srv_1", content: [{ url: "https://a.example" }] },
  { type: "tool_use", id: "toolu_1", name: "read", input: { text: "a" }, caller: { type: "direct" } },
];

function arrived(stopReason: string | null): ArrivedMessage {
  const usage = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
  const message = { complete: true, content: BLOCKS, stopReason, stopDetails: null, model: "m", usage };
  return message as unknown as ArrivedMessage;
}

it("the wire sends every block back as it came", () => {
  const { content } = replyFrom(arrived("tool_use"), "req_1");
  expect(wireMessage({ role: "assistant", content })).toEqual({ role: "assistant", content: BLOCKS });
});

it("the wire treats an unknown stop reason as an ordinary end", () => {
  expect(replyFrom(arrived("tool_use"), null).stopReason).toBe("tool_use");
  expect(replyFrom(arrived("on_a_whim"), null).stopReason).toBeNull();
});
