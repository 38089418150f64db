import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { Stream } from "@anthropic-ai/sdk/streaming";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replyFrom } from "../../../src/model/providers/anthropic/from-wire.js";
import { messageAssembler } from "../../../src/model/providers/anthropic/message-assembler.js";
import { type RecordedBlock, RecordedTurn } from "../../../src/model/recordings/cassette.js";
import { recordTurn, replayTurn } from "../../../src/model/recordings/recorded-turn.js";
import { turnHeaders, turnStream } from "../../../src/sandbox/scripted-model/turn-stream.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const name = fc.stringMatching(/^[a-z_]{1,12}$/);
const object = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) as fc.Arbitrary<never>;
const count = fc.nat(1_000_000);

const block: fc.Arbitrary<RecordedBlock> = fc.oneof(
  fc.record({ thinking: text }),
  // A text that happens to be a JSON object is kept as one.
  fc.record({ text: text.filter((said) => !/^\s*[{[]/.test(said)) }),
  fc.record({ json: object }),
  fc.record({ call: name, id: name, input: object }),
  fc.record({ block: fc.record({ type: fc.constant("server_tool_use"), id: name, input: object }) }),
);
const turn: fc.Arbitrary<RecordedTurn> = fc.record({
  model: name,
  request_id: fc.option(name),
  stop_reason: fc.constantFrom("end_turn", "tool_use", "max_tokens", null),
  refusal: fc.option(text),
  usage: fc.record({ input_tokens: count, output_tokens: count, cache_read_tokens: count, cache_write_tokens: count }),
  content: fc.array(block, { maxLength: 4 }),
});

async function streamed(recorded: RecordedTurn): Promise<RecordedTurn> {
  const assembler = messageAssembler();
  const response = new Response(turnStream(recorded));
  for await (const event of Stream.fromSSEResponse<RawMessageStreamEvent>(response, new AbortController())) {
    assembler.take(event);
  }
  expect(assembler.arrived().complete).toBe(true);
  return recordTurn(replyFrom(assembler.arrived(), turnHeaders(recorded)["request-id"] ?? null));
}

describe("a recorded turn", () => {
  it("comes back from the wire, and out of a replay, as it was recorded", async () => {
    await fc.assert(
      fc.asyncProperty(turn, async (recorded) => {
        expect(await streamed(recorded)).toEqual(recorded);
        expect(recordTurn(replayTurn(recorded))).toEqual(recorded);
      }),
      { numRuns: 150 },
    );
  });

  it("comes back from its file as it was recorded", () => {
    fc.assert(
      fc.property(turn, (recorded) => {
        expect(readYaml("turn.yml", writeYaml(recorded, RecordedTurn), RecordedTurn)).toEqual({
          ok: true,
          value: recorded,
        });
      }),
      { numRuns: 150 },
    );
  });
});
