import type { StoppableModel } from "../model-port.js";
import { PROVIDERS } from "../providers/providers.js";
import { type RoleModelOptions, roleModel } from "../role-model.js";
import { type OnDifference, replayFrom } from "./replay-from.js";

/** Web search was available when the recordings were made, and they contain its results. */
export type RecordedModelOptions = Pick<RoleModelOptions, "clock" | "webSearch"> & {
  /** Given: questions are matched by their path alone, and their differences are reported. */
  readonly onDifference?: OnDifference | undefined;
};

/**
 * A model that replays its recordings, through the same conversation code as a real one. It needs no key and no
 * network.
 */
export function recordedModel(folder: string, { onDifference, ...options }: RecordedModelOptions): StoppableModel {
  return roleModel({
    webSearch: { offered: false, why: "the model is a recording" },
    ...options,
    providerOf: (name) => replayFrom(folder, { ...PROVIDERS[name], onDifference }),
    name: "recorded",
  });
}
