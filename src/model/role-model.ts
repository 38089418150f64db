import { setTimeout } from "node:timers/promises";
import type { ProviderName } from "../domain/config/models-config.js";
import { reactionTo } from "../domain/validation/taxonomy.js";
import type { Clock } from "../engine/ports.js";
import { assertVisible } from "./conversation/assert-visible.js";
import { callAgain, MAX_ATTEMPTS, type Wait } from "./conversation/call-again.js";
import { converse } from "./conversation/converse.js";
import { usageLine } from "./conversation/usage-line.js";
import type { StoppableModel, WebSearch } from "./model-port.js";
import type { ModelProvider } from "./model-provider.js";

export type RoleModelOptions = {
  /** The provider that a role's settings name. */
  readonly providerOf: (name: ProviderName) => ModelProvider;
  readonly clock: Clock;
  readonly wait?: Wait;
  readonly name: string;
  /** Absent for a gateway, which may lack web search. A recording contains the results of its searches. */
  readonly webSearch?: WebSearch;
};

const NOT_OFFERED: WebSearch = { offered: false, why: "nobody said that this model has it" };

/** A model in its roles: each question goes to the provider in its role's settings. */
export function roleModel(options: RoleModelOptions): StoppableModel {
  const { providerOf, clock, wait = sleep, name, webSearch = NOT_OFFERED } = options;
  return {
    name,
    webSearch,
    async ask(question) {
      assertVisible(question);
      const { signal, role, config } = question;
      // A person may want to hear of the first crash, not the last (requirements.md#failure-taxonomy).
      const retries = reactionTo("impl-crash", config.failure_actions) === "retry";
      const attempts = retries ? MAX_ATTEMPTS : 1;
      const provider = providerOf(config.models[role].provider);
      const send = provider.open(question);
      return converse(question, {
        send: (messages, mayRepeat) => callAgain(() => send(messages), { wait, signal, attempts, mayRepeat }),
        searchesIn: provider.searchesIn,
        line: ({ requestId, usage, outcome }) => usageLine(question, { at: clock.now(), requestId, usage, outcome }),
      });
    },
  };
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error; // cancelled: the next call reports it
  }
}
