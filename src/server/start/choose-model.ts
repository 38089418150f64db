import { fileURLToPath } from "node:url";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Clock } from "../../engine/ports.js";
import type { StoppableModel, WebSearch } from "../../model/model-port.js";
import { recordTo } from "../../model/recordings/record-to.js";
import { recordedModel } from "../../model/recordings/recorded-model.js";
import type { OnDifference } from "../../model/recordings/replay-from.js";
import { roleModel } from "../../model/role-model.js";
import type { Env } from "../env.js";
import { connectProviders } from "./connect-providers.js";
import { findModelProblem } from "./model-problem.js";

/** The demo's recordings: the default of the sandbox, which needs no key. */
const RECORDINGS = fileURLToPath(new URL("../../../fixtures/demo/recordings", import.meta.url));

export type ModelSurroundings = {
  readonly clock: Clock;
  /** Removes secrets from recordings. */
  readonly redact: (text: string) => string;
  /** A replacement for the runtime's own fetch, for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
  /** Called when a recording answers a question that differs from the recorded one. */
  readonly onDifference: OnDifference;
};

/** The configured model. */
export function chooseModel(
  env: Env,
  { clock, redact, fetch, onDifference }: ModelSurroundings,
): Outcome<StoppableModel> {
  const problem = findModelProblem(env);
  if (problem !== null) return refuse("no-model", `${problem.name} ${problem.words}.`);
  if (env.MODEL === "recorded") return accept(chooseRecording(env, { clock, onDifference }));
  const providerOf = connectProviders(env, {
    ...(fetch === undefined ? {} : { fetch }),
    around: (provider) => (env.RECORD_TO === undefined ? provider : recordTo(env.RECORD_TO, provider, redact)),
  });
  return accept(roleModel({ providerOf, clock, name: env.MODEL, webSearch: webSearchOf(env) }));
}

/** The demo was recorded without web search. Other recordings use the environment's setting. */
function chooseRecording(
  env: Env,
  { clock, onDifference }: Pick<ModelSurroundings, "clock" | "onDifference">,
): StoppableModel {
  const folder = env.REPLAY_FROM;
  const options = { clock, ...(env.REPLAY_MATCH === "step" ? { onDifference } : {}) };
  if (folder === undefined) return recordedModel(RECORDINGS, options);
  return recordedModel(folder, { ...options, webSearch: webSearchOf(env) });
}

/**
 * The provider has web search. A server at another address may refuse the tool, so there it must be switched on
 * explicitly.
 */
function webSearchOf({ WEB_SEARCH, ANTHROPIC_BASE_URL }: Pick<Env, "WEB_SEARCH" | "ANTHROPIC_BASE_URL">): WebSearch {
  if (WEB_SEARCH === "on") return { offered: true };
  if (WEB_SEARCH === "off") return { offered: false, why: "whoever runs the App switched it off (WEB_SEARCH)" };
  if (ANTHROPIC_BASE_URL === undefined) return { offered: true };
  return { offered: false, why: "the model is behind a gateway that is not known to have it (WEB_SEARCH=on)" };
}
