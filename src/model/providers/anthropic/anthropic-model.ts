import { setTimeout } from "node:timers/promises";
import { Anthropic, type Middleware } from "@anthropic-ai/sdk";
import { reactionTo } from "../../../domain/validation/taxonomy.js";
import type { Clock } from "../../../engine/ports.js";
import { assertVisible } from "../../conversation/assert-visible.js";
import { converse } from "../../conversation/converse.js";
import type { Question, StoppableModel, WebSearch } from "../../model-port.js";
import { QUESTION_HEADER, questionPath } from "../../recordings/question-path.js";
import { callAgain, MAX_ATTEMPTS, type Wait } from "./call-again.js";
import { callModel } from "./call-model.js";
import { requestBody } from "./request-body.js";
import { usageLine } from "./usage-line.js";

/** Made once for each question, so that a recording knows which one it belongs to. */
export type QuestionMiddleware = (question: Question<unknown>) => Middleware;

export type AnthropicModelOptions = {
  readonly apiKey: string;
  /** A gateway or a compatible server; the provider itself when left out. */
  readonly baseUrl?: string;
  readonly middleware?: QuestionMiddleware;
  /** In place of the runtime's own, for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly wait?: Wait;
  readonly name?: string;
  /** Offered by the provider itself; nobody knows it of a gateway, and a recording has what was found when it was made. */
  readonly webSearch?: WebSearch;
};

const NOT_OFFERED: WebSearch = { offered: false, why: "nobody said that this model has it" };

/** A model behind Anthropic's Messages API. */
export function anthropicModel(options: AnthropicModelOptions): StoppableModel {
  const { apiKey, baseUrl, middleware, fetch, clock, wait = sleep, name = "anthropic" } = options;
  const { webSearch = NOT_OFFERED } = options;
  const client = new Anthropic({
    apiKey,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(fetch === undefined ? {} : { fetch }),
    openTelemetry: false,
    logLevel: "off",
  });
  return {
    name,
    webSearch,
    async ask(question) {
      assertVisible(question);
      const { signal } = question;
      // A person may want to hear of the first crash rather than of the last (requirements.md#failure-taxonomy).
      const retries = reactionTo("impl-crash", question.config.failure_actions) === "retry";
      const attempts = retries ? MAX_ATTEMPTS : 1;
      const call = {
        client,
        headers: { [QUESTION_HEADER]: questionPath(question) },
        middleware: middleware === undefined ? [] : [middleware(question)],
        timeoutSeconds: question.config.models[question.role].timeout_seconds,
        signal,
      };
      return converse(question, {
        send: (messages, mayRepeat) =>
          callAgain(() => callModel({ ...call, body: requestBody(question, messages) }), {
            wait,
            signal,
            attempts,
            mayRepeat,
          }),
        line: ({ requestId, usage, outcome }) => usageLine(question, { at: clock.now(), requestId, usage, outcome }),
      });
    },
  };
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error; // cancelled: the call that follows says so
  }
}
