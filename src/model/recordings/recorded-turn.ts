import { z } from "zod";
import type { SaidBlock } from "../message.js";
import { type ModelReply, StopReason } from "../model-provider.js";
import type { RecordedBlock, RecordedTurn } from "./cassette.js";

/** A reply in its recorded form. */
export function recordTurn({ model, requestId, stopReason, refusal, usage, content }: ModelReply): RecordedTurn {
  return {
    model: model ?? "unknown",
    request_id: requestId,
    stop_reason: stopReason,
    refusal,
    usage,
    content: content.map(recordBlock),
  };
}

function recordBlock(block: SaidBlock): RecordedBlock {
  switch (block.kind) {
    case "thinking":
      return { thinking: block.text };
    case "text":
      return readableText(block.text);
    case "call":
      return { call: block.name, id: block.id, input: z.json().parse(block.input) };
    case "provider":
      return { block: z.looseObject({ type: z.string().min(1) }).parse(block.own) };
    default:
      return block satisfies never;
  }
}

/** An answer that is a JSON object is recorded as an object, if writing it again gives the same value. */
function readableText(text: string): RecordedBlock {
  const json = z.json().safeParse(parsed(text));
  return json.success && typeof json.data === "object" && json.data !== null ? { json: json.data } : { text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reply from its recorded form. */
export function replayTurn({ model, request_id, stop_reason, refusal, usage, content }: RecordedTurn): ModelReply {
  return {
    kind: "reply",
    content: content.map(replayBlock),
    stopReason: StopReason.safeParse(stop_reason).data ?? null,
    refusal,
    model,
    usage,
    requestId: request_id,
  };
}

function replayBlock(block: RecordedBlock): SaidBlock {
  if ("thinking" in block) return { kind: "thinking", text: block.thinking };
  if ("call" in block) return { kind: "call", id: block.id, name: block.call, input: block.input };
  if ("block" in block) return { kind: "provider", own: block.block };
  return { kind: "text", text: "json" in block ? JSON.stringify(block.json) : block.text };
}
