import { INTENTS_PATH } from "./domain/factory/artifacts.js";
import type { FileToWrite } from "./domain/factory/effect.js";
import { FactoryState } from "./domain/factory/factory-state.js";
import { Intent } from "./domain/factory/intent.js";
import { STATE_PATH } from "./domain/gates/state-paths.js";
import type { Sha } from "./domain/ids.js";
import type { StateCommit } from "./ports.js";
import { writeYaml } from "./yaml.js";

/** One commit carries the next state, the intents that led there, and the files they speak of: so the branch is the audit log. */
export function stateCommit(
  expectedHead: Sha | null,
  {
    state,
    intents,
    files,
  }: {
    readonly state: FactoryState;
    readonly intents: readonly Intent[];
    readonly files: readonly FileToWrite[];
  },
): StateCommit {
  const kinds = intents.map((intent) => ("move" in intent ? intent.move.kind : intent.kind));
  return {
    expectedHead,
    message: `factory: ${[...new Set(kinds)].join(", ")}`,
    files: [
      { path: STATE_PATH, text: writeYaml(state, FactoryState) },
      { path: INTENTS_PATH, text: writeYaml([...intents], Intent.array()) },
      ...files,
    ],
  };
}
