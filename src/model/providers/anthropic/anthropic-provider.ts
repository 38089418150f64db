import { Anthropic } from "@anthropic-ai/sdk";
import type { ModelProvider } from "../../model-provider.js";
import { QUESTION_HEADER, questionPath } from "../../question-path.js";
import type { ProviderAccess } from "../provider-access.js";
import { callModel } from "./call-model.js";
import { searchesIn } from "./from-wire.js";
import { requestBody } from "./request-body.js";

/** Models behind Anthropic's Messages API. */
export function anthropicProvider({ apiKey, baseUrl, fetch }: ProviderAccess): ModelProvider {
  const client = new Anthropic({
    apiKey,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(fetch === undefined ? {} : { fetch }),
    openTelemetry: false,
    logLevel: "off",
  });
  return {
    open(question) {
      const { signal, role, config, streamed } = question;
      const headers = { [QUESTION_HEADER]: questionPath(question) };
      const timeoutSeconds = config.models[role].timeout_seconds;
      return (messages) =>
        callModel({ client, headers, timeoutSeconds, signal, streamed, body: requestBody(question, messages) });
    },
    searchesIn,
  };
}
