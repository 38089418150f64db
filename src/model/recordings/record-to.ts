import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { messageOf } from "../../domain/errors.js";
import { redactValue } from "../../redaction/redact-value.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { CallFailure, ModelProvider, ModelReply } from "../model-provider.js";
import { questionPath } from "../question-path.js";
import { Cassette, keyOf, mattersOf, type RecordedTurn } from "./cassette.js";
import { recordTurn } from "./recorded-turn.js";

/**
 * Records every whole answer of a provider in a folder, one file for each question. Failed attempts are not recorded,
 * so a question without an answer leaves no file. Recordings are shared, so they contain no secret. They contain what
 * the conversation reads, not the provider's wire format, so they are the same for every provider.
 */
export function recordTo(
  folder: string,
  provider: ModelProvider,
  redact: (text: string) => string = (text) => text,
): ModelProvider {
  return {
    ...provider,
    open(question) {
      const send = provider.open(question);
      const file = path.join(folder, `${questionPath(question)}.yml`);
      let turns: readonly RecordedTurn[] = [];
      return async (messages) => {
        const result = await send(messages);
        if (result.kind !== "reply") return result;
        const heard = [...turns, redactValue(recordTurn(result), redact)];
        try {
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(
            file,
            writeYaml({ key: keyOf(question), matters: mattersOf(question), turns: heard }, Cassette),
          );
        } catch (error) {
          return unrecorded(result, error);
        }
        turns = heard;
        return result;
      };
    },
  };
}

/**
 * The answer could not be written, for example on a full disk. It is not used, because the recording would be
 * incomplete. Its cost counts.
 */
function unrecorded({ requestId, usage }: ModelReply, error: unknown): CallFailure {
  const why = `The answer could not be recorded: ${messageOf(error)}.`;
  return { kind: "failure", outcome: "failed", why, passing: true, retryAfter: null, requestId, usage };
}
