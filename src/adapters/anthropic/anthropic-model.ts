import { setTimeout } from "node:timers/promises";
import { Anthropic, type Middleware } from "@anthropic-ai/sdk";
import type { Question, RoleModel } from "../../model-port.js";
import type { Clock } from "../../ports.js";
import { assertVisible } from "./assert-visible.js";
import { callAgain, type Wait } from "./call-again.js";
import { callModel } from "./call-model.js";
import { converse } from "./converse.js";
import { QUESTION_HEADER, questionPath } from "./question-path.js";
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
  /** Names one invocation; every call it takes carries the name. */
  readonly newRunId: (question: Pick<Question<unknown>, "role" | "subject">) => string;
  readonly wait?: Wait;
  readonly name?: string;
};

/** A model behind Anthropic's Messages API. */
export function anthropicModel(options: AnthropicModelOptions): RoleModel {
  const { apiKey, baseUrl, middleware, fetch, clock, newRunId, wait = sleep, name = "anthropic" } = options;
  const client = new Anthropic({
    apiKey,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(fetch === undefined ? {} : { fetch }),
    openTelemetry: false,
    logLevel: "off",
  });
  return {
    name,
    async ask(question) {
      assertVisible(question);
      const runId = newRunId(question);
      const { signal } = question;
      const call = {
        client,
        headers: { [QUESTION_HEADER]: questionPath(question) },
        middleware: middleware === undefined ? [] : [middleware(question)],
        timeoutSeconds: question.config.models[question.role].timeout_seconds,
        signal,
      };
      return converse(question, {
        send: (messages) =>
          callAgain(() => callModel({ ...call, body: requestBody(question, messages) }), { wait, signal }),
        line: ({ requestId, usage, outcome }) =>
          usageLine(question, { at: clock.now(), runId, requestId, usage, outcome }),
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
