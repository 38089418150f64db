import { EVENTS_PATH, STATE_PATH } from "../../domain/gates/state-paths.js";
import type { Sha } from "../../domain/ids.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { FileToWrite } from "../effects/effect-parts.js";
import { FactoryEvent } from "../event.js";
import { FactoryState } from "../factory-state.js";
import type { StateCommit } from "../ports.js";

/** One commit has the next state, its events and their files, so the branch is the audit log. */
export function stateCommit(
  expectedHead: Sha | null,
  {
    state,
    events,
    files,
  }: {
    readonly state: FactoryState;
    readonly events: readonly FactoryEvent[];
    readonly files: readonly FileToWrite[];
  },
): StateCommit {
  const kinds = events.map((event) => ("event" in event ? event.event.kind : event.kind));
  return {
    expectedHead,
    message: `factory: ${[...new Set(kinds)].join(", ")}`,
    files: [
      { path: STATE_PATH, text: writeYaml(state, FactoryState) },
      { path: EVENTS_PATH, text: writeYaml([...events], FactoryEvent.array()) },
      ...files,
    ],
  };
}
