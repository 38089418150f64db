import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { Stream } from "@anthropic-ai/sdk/streaming";
import { redactValue } from "../../redaction/redact-value.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { QuestionMiddleware } from "../providers/anthropic/anthropic-model.js";
import { type ArrivedMessage, messageAssembler } from "../providers/anthropic/message-assembler.js";
import { Cassette, keyOf, mattersOf, type RecordedTurn } from "./cassette.js";
import { questionPath } from "./question-path.js";
import { recordTurn } from "./recorded-turn.js";

/**
 * Keeps every whole answer in a folder, a file for each question. Attempts that failed are weather and are not kept, so a
 * question that never got an answer leaves no file. A recording is made to be shared, so no secret is kept in it.
 */
export function recordTo(folder: string, redact: (text: string) => string = (text) => text): QuestionMiddleware {
  return (question) => {
    const file = path.join(folder, `${questionPath(question)}.yml`);
    const turns: RecordedTurn[] = [];
    return async (request, next) => {
      const response = await next(request);
      if (!response.ok || response.body === null) return response;
      const keep = (message: ArrivedMessage) => {
        turns.push(redactValue(recordTurn(message, response.headers.get("request-id")), redact));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, writeYaml({ key: keyOf(question), matters: mattersOf(question), turns }, Cassette));
      };
      return new Response(response.body.pipeThrough(overheard(keep)), response);
    };
  };
}

/**
 * Passes an answer on as it comes, or a slow one would be silence to whoever listens. A whole one is kept before its end is
 * passed on: whoever has heard it all finds it recorded.
 */
function overheard(keep: (message: ArrivedMessage) => void): TransformStream<Uint8Array, Uint8Array> {
  const pieces: Uint8Array[] = [];
  return new TransformStream({
    transform(piece, passed) {
      pieces.push(piece);
      passed.enqueue(piece);
    },
    async flush() {
      const message = await assembled(Buffer.concat(pieces));
      if (message.complete) keep(message);
    },
  });
}

async function assembled(bytes: Buffer<ArrayBuffer>): Promise<ArrivedMessage> {
  const assembler = messageAssembler();
  const events = Stream.fromSSEResponse<RawMessageStreamEvent>(new Response(bytes), new AbortController());
  try {
    for await (const event of events) assembler.take(event);
  } catch {
    // An error in the middle of the stream: the caller reads the same and meets it there.
  }
  return assembler.arrived();
}
