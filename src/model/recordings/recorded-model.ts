import type { StoppableModel } from "../model-port.js";
import { type AnthropicModelOptions, anthropicModel } from "../providers/anthropic/anthropic-model.js";
import { replayFrom } from "./replay-from.js";

/** Web search is offered where it was when the recordings were made: what it found is in them. */
export type RecordedModelOptions = Pick<AnthropicModelOptions, "clock" | "webSearch">;

/** A model that repeats its recordings, through the same SDK and the same code as a real one. It needs no key and no network. */
export function recordedModel(folder: string, options: RecordedModelOptions): StoppableModel {
  return anthropicModel({
    webSearch: { offered: false, why: "the model is a recording" },
    ...options,
    apiKey: "recorded",
    middleware: replayFrom(folder),
    name: "recorded",
  });
}
