import type { Anthropic } from "@anthropic-ai/sdk";
import type { MessageCreateParamsStreaming, RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { CANCELLED, type CallResult } from "../../model-provider.js";
import { callFailure, failed } from "./call-failure.js";
import { replyFrom } from "./from-wire.js";
import { messageAssembler } from "./message-assembler.js";

export type ModelCall = {
  readonly client: Anthropic;
  readonly body: MessageCreateParamsStreaming;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest silence of the model. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  readonly streamed?: ((tokens: number) => void) | undefined;
};

/** The whole answer may take this many times the longest silence, because a slow answer is still an answer. */
const WHOLE_ANSWER = 6;

/**
 * Asks once. It always streams, because long answers outlive the time limits of proxies. The SDK never retries, because
 * each attempt is a line of the ledger. The time limits, for a silence and for the whole, are our own: the SDK's limit
 * ends with the headers.
 */
export async function callModel(call: ModelCall): Promise<CallResult> {
  const { client, body, headers, timeoutSeconds, signal } = call;
  if (signal.aborted) return { kind: "unsent" };
  const assembler = messageAssembler();
  const counter = streamCounter(call.streamed);
  const wholeMs = Math.round(timeoutSeconds * WHOLE_ANSWER * 1_000);
  const whole = AbortSignal.timeout(wholeMs);
  const silence = new AbortController();
  const silent = setTimeout(() => silence.abort(), timeoutSeconds * 1_000);
  let requestId: string | null = null;
  const arrived = () => ({ requestId, usage: assembler.arrived().usage });
  const interrupted = () => {
    if (signal.aborted) return failed(CANCELLED, arrived());
    if (silence.signal.aborted) return failed(`The model said nothing for ${timeoutSeconds} seconds.`, arrived());
    if (whole.aborted) return failed(`The model took longer than ${wholeMs / 1_000} seconds.`, arrived());
    return undefined;
  };
  try {
    const opened = await client.messages
      .create(body, {
        headers,
        maxRetries: 0,
        signal: AbortSignal.any([signal, silence.signal, whole]),
        timeout: wholeMs + 60_000, // always later than our own limit
      })
      .withResponse();
    requestId = opened.request_id ?? null;
    for await (const event of opened.data) {
      silent.refresh();
      assembler.take(event);
      counter(event);
    }
  } catch (error) {
    return interrupted() ?? callFailure(error, arrived());
  } finally {
    clearTimeout(silent);
  }
  const message = assembler.arrived();
  if (message.complete) return replyFrom(message, requestId);
  return interrupted() ?? callFailure(new Error("the answer ended before its end"), arrived());
}

const CHARACTERS_PER_TOKEN = 4;

/** Tells how much has come while it comes: the provider's own count comes at the end. */
function streamCounter(streamed: ModelCall["streamed"]): (event: RawMessageStreamEvent) => void {
  let left = 0;
  return (event) => {
    if (streamed === undefined || event.type !== "content_block_delta") return;
    left += textOf(event.delta).length;
    const tokens = Math.floor(left / CHARACTERS_PER_TOKEN);
    left -= tokens * CHARACTERS_PER_TOKEN;
    if (tokens > 0) streamed(tokens);
  };
}

function textOf(delta: Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"]): string {
  switch (delta.type) {
    case "text_delta":
      return delta.text;
    case "thinking_delta":
      return delta.thinking;
    case "input_json_delta":
      return delta.partial_json;
    default:
      return "";
  }
}
