import type { FileToWrite } from "../domain/factory/effect.js";
import { FactoryState } from "../domain/factory/factory-state.js";
import type { Decision } from "../loop/decide.js";
import type { LoadedState, RepositoryRef } from "../ports.js";
import { stateCommit } from "../state-commit.js";
import type { Readable } from "./decide-now.js";
import type { Ports } from "./reconcile-ports.js";

/** Undefined when somebody else has written since the state was read. */
export async function commitDecision(
  repository: RepositoryRef,
  ports: Ports,
  {
    loaded,
    decision,
    files,
  }: { readonly loaded: Readable; readonly decision: Decision; readonly files: readonly FileToWrite[] },
): Promise<Extract<LoadedState, { kind: "loaded" }> | undefined> {
  const { state, intents } = decision;
  if (state === null) throw new TypeError("intents always lead to a state");
  const commit = stateCommit(loaded.kind === "loaded" ? loaded.head : null, {
    state,
    intents,
    files: [...files, ...decision.files],
  });
  const result = await ports.state.commit(repository, commit);
  if (result.kind !== "committed") return undefined;
  return { kind: "loaded", head: result.head, state: FactoryState.parse(state) };
}
