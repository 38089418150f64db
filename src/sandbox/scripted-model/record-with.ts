import type { StoppableModel } from "../../model/model-port.js";
import { type AnthropicModelOptions, anthropicModel } from "../../model/providers/anthropic/anthropic-model.js";
import { recordTo } from "../../model/recordings/record-to.js";
import type { ScriptedModel } from "./scripted-answers.js";

/** A model that asks a scripted one and keeps every answer: how recordings are made without a key. */
export function recordWith(
  server: Pick<ScriptedModel, "url">,
  cassetteFolder: string,
  options: Pick<AnthropicModelOptions, "clock">,
): StoppableModel {
  return anthropicModel({
    ...options,
    apiKey: "scripted",
    baseUrl: server.url,
    middleware: recordTo(cassetteFolder),
    name: "scripted",
  });
}
