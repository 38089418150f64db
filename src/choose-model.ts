import { fileURLToPath } from "node:url";
import { anthropicModel } from "./adapters/anthropic/anthropic-model.js";
import { recordTo } from "./adapters/anthropic/record-to.js";
import { recordedModel } from "./adapters/anthropic/recorded-model.js";
import { accept, type Outcome, refuse } from "./domain/refusal.js";
import type { Env } from "./env.js";
import type { Question, RoleModel } from "./model-port.js";
import type { Clock } from "./ports.js";

/** The demo's recordings: the keyless default of the sandbox. */
const RECORDINGS = fileURLToPath(new URL("../fixtures/demo/recordings", import.meta.url));

export type ModelSurroundings = {
  readonly clock: Clock;
  /** Takes secrets out of what is recorded. */
  readonly redact: (text: string) => string;
  /** In place of the runtime's own, for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};

/** The model that the environment names. */
export function chooseModel(env: Env, { clock, redact, fetch }: ModelSurroundings): Outcome<RoleModel> {
  const options = { clock, newRunId: runIdOf };
  if (env.MODEL === "recorded") return accept(recordedModel(RECORDINGS, options));
  if (env.ANTHROPIC_API_KEY === undefined) {
    return refuse("no-key", "ANTHROPIC_API_KEY is not set: set it, or MODEL=recorded to repeat the demo's recordings.");
  }
  return accept(
    anthropicModel({
      ...options,
      apiKey: env.ANTHROPIC_API_KEY,
      ...(env.ANTHROPIC_BASE_URL === undefined ? {} : { baseUrl: env.ANTHROPIC_BASE_URL }),
      ...(env.RECORD_TO === undefined ? {} : { middleware: recordTo(env.RECORD_TO, redact) }),
      ...(fetch === undefined ? {} : { fetch }),
    }),
  );
}

function runIdOf({ role, subject }: Pick<Question<unknown>, "role" | "subject">): string {
  const { task, module, move, attempt } = subject;
  return [role, task, module, move, attempt].filter((part) => part !== null).join("/");
}
