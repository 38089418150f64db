import { STATE_PATH } from "../../domain/gates/state-paths.js";
import type { Sha } from "../../domain/ids.js";
import { INTENTS_PATH } from "../../features/spec/draft-paths.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { FileToWrite } from "../effect.js";
import { Intent } from "../event.js";
import { FactoryState } from "../factory-state.js";
import type { StateCommit } from "../ports.js";

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
