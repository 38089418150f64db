import type { RoleModel } from "../../model-port.js";
import { type AnthropicModelOptions, anthropicModel } from "./anthropic-model.js";
import { replayFrom } from "./replay-from.js";

/** A model that repeats its recordings, through the same SDK and the same code as a real one. It needs no key and no network. */
export function recordedModel(folder: string, options: Pick<AnthropicModelOptions, "clock" | "newRunId">): RoleModel {
  return anthropicModel({ ...options, apiKey: "recorded", middleware: replayFrom(folder), name: "recorded" });
}
