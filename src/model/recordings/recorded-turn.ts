import type { ContentBlock } from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import type { ArrivedMessage } from "../providers/anthropic/message-assembler.js";
import type { RecordedBlock, RecordedTurn } from "./cassette.js";

/** A message as it is kept. */
export function recordTurn(message: ArrivedMessage, requestId: string | null): RecordedTurn {
  return {
    model: message.model ?? "unknown",
    request_id: requestId,
    stop_reason: message.stopReason,
    refusal: message.stopDetails?.explanation ?? null,
    usage: message.usage,
    content: message.content.map(recordBlock),
  };
}

function recordBlock(block: ContentBlock): RecordedBlock {
  switch (block.type) {
    case "thinking":
      return { thinking: block.thinking };
    case "text":
      return readableText(block.text);
    case "tool_use":
      return { call: block.name, id: block.id, input: z.json().parse(block.input) };
    default:
      return { block: { ...block } };
  }
}

/** An answer that is a JSON object is kept as one; only when writing it again gives the same value. */
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
