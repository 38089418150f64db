import { INTENTS_PATH } from "../domain/factory/artifacts.js";
import type { FileToWrite } from "../domain/factory/effect.js";
import { FactoryState } from "../domain/factory/factory-state.js";
import { Intent } from "../domain/factory/intent.js";
import { STATE_PATH } from "../domain/gates/state-paths.js";
import type { Decision } from "../loop/decide.js";
import type { LoadedState, RepositoryRef } from "../ports.js";
import { writeYaml } from "../yaml.js";
import type { Readable } from "./decide-now.js";
import type { Ports } from "./reconcile-ports.js";

/** One commit carries the next state, the intents that led there, and the files they speak of. */
export async function commitDecision(
  repository: RepositoryRef,
  ports: Ports,
  {
    loaded,
    decision,
    files,
  }: { readonly loaded: Readable; readonly decision: Decision; readonly files: readonly FileToWrite[] },
): Promise<Extract<LoadedState, { kind: "loaded" }> | undefined> {
  if (decision.state === null) throw new TypeError("intents always lead to a state");
  const kinds = decision.intents.map((intent) => ("move" in intent ? intent.move.kind : intent.kind));
  const result = await ports.state.commit(repository, {
    expectedHead: loaded.kind === "loaded" ? loaded.head : null,
    message: `factory: ${[...new Set(kinds)].join(", ")}`,
    files: [
      { path: STATE_PATH, text: writeYaml(decision.state, FactoryState) },
      { path: INTENTS_PATH, text: writeYaml([...decision.intents], Intent.array()) },
      ...files,
      ...decision.files,
    ],
  });
  if (result.kind !== "committed") return undefined;
  return { kind: "loaded", head: result.head, state: FactoryState.parse(decision.state) };
}
