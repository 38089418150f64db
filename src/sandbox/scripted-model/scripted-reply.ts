import { z } from "zod";
import { sha256 } from "../../domain/hash.js";
import type { RecordedBlock, RecordedTurn } from "../../model/recordings/cassette.js";
import type { ScriptedTurn } from "./script.js";

/** The part of a request that decides the form of an answer. */
export const ScriptedRequest = z.object({
  model: z.string().min(1),
  stream: z.literal(true, "must be true: this server streams"),
  system: z.unknown(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  output_config: z
    .object({
      format: z.object({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }).optional(),
    })
    .default({}),
});
export type ScriptedRequest = z.infer<typeof ScriptedRequest>;

type Json = ReturnType<typeof z.json>;

/** Four characters a token (requirements.md#token-estimation). */
const CHARACTERS_PER_TOKEN = 4;

/** The number of the model's messages in a request. */
export function turnIndex({ messages }: ScriptedRequest): number {
  return messages.filter(({ role }) => role === "assistant").length;
}

/** The message for a script's turn. Its ids are the same every time. */
export function scriptedReply(request: ScriptedRequest, question: string, turn: ScriptedTurn): RecordedTurn {
  const index = turnIndex(request);
  const content = contentOf(request, turn, index);
  const { system, messages, tools } = request;
  return {
    model: request.model,
    request_id: `req_${sha256(`${question}#${index}`).slice(0, 24)}`,
    stop_reason: stopReason(content, turn),
    refusal: "refuse" in turn ? turn.refuse : null,
    usage: {
      input_tokens: tokens({ system, messages, tools }),
      output_tokens: tokens(content),
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    },
    content,
  };
}

function contentOf(request: ScriptedRequest, turn: ScriptedTurn, index: number): RecordedBlock[] {
  const id = (number: number) => `toolu_${index + 1}_${number + 1}`;
  if ("refuse" in turn) return [];
  if (!("calls" in turn)) return [handedIn(request, turn.answer, id(0))];
  const text: RecordedBlock[] = turn.text === undefined ? [] : [{ text: turn.text }];
  const calls = turn.calls.map(({ name, input }, number) => ({ call: name, id: id(number), input }));
  const answer = turn.answer === undefined ? [] : [handedIn(request, turn.answer, id(calls.length))];
  return [...text, ...calls, ...answer];
}

function handedIn({ tools, output_config }: ScriptedRequest, answer: z.infer<Json>, id: string): RecordedBlock {
  const { format } = output_config;
  if (format !== undefined) return { json: wrapped(answer, format.schema.properties) };
  // The submitting tool is the last one of a request.
  const submit = tools.at(-1);
  if (submit === undefined) return { json: answer };
  const properties = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(submit.input_schema);
  return { call: submit.name, id, input: wrapped(answer, properties.data?.properties ?? {}) };
}

/** In a request a union is wrapped in `answer`. Scripts leave that out. */
function wrapped(answer: z.infer<Json>, properties: Readonly<Record<string, unknown>>) {
  return Object.keys(properties).join() === "answer" ? { answer } : answer;
}

function stopReason(content: readonly RecordedBlock[], turn: ScriptedTurn): string {
  if ("refuse" in turn) return "refusal";
  return content.some((block) => "call" in block) ? "tool_use" : "end_turn";
}

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}
