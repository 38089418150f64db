import type { Env } from "./env.js";
import { ModelUnavailable } from "./errors.js";
import type { Model } from "./ports.js";
import { recordedModel } from "./sandbox/recorded-model.js";

/** The model that the environment names. */
export function chooseModel({ MODEL }: Env): Model {
  if (MODEL === "recorded") return recordedModel();
  return {
    name: "anthropic",
    draftSpec: () =>
      Promise.reject(
        new ModelUnavailable("This version cannot ask a language model yet: it knows recorded answers only."),
      ),
  };
}
