import type { Refusal } from "../../domain/refusal.js";
import { YAML_LIMITS } from "../../yaml/yaml.js";
import type { Decision } from "../decide.js";
import type { FileToWrite } from "../effects/effect-parts.js";
import { FactoryState } from "../factory-state.js";
import type { LoadedState, RepositoryRef } from "../ports.js";
import type { Readable } from "./decide-now.js";
import type { Ports } from "./reconcile-ports.js";
import { stateCommit } from "./state-commit.js";

/**
 * Commits the decision. Returns undefined if another replica has committed since the state was read. A file that would
 * be too large to be read again is not written: the state before it stays readable, and a person can still decide.
 */
export async function commitDecision(
  repository: RepositoryRef,
  ports: Ports,
  {
    loaded,
    decision,
    files,
  }: { readonly loaded: Readable; readonly decision: Decision; readonly files: readonly FileToWrite[] },
): Promise<Extract<LoadedState, { kind: "loaded" }> | TooLarge | undefined> {
  const { state, events } = decision;
  if (state === null) throw new TypeError("events always lead to a state");
  const commit = stateCommit(loaded.kind === "loaded" ? loaded.head : null, {
    state,
    events,
    files: [...files, ...decision.files],
  });
  const tooLarge = commit.files.find(({ path, text }) => path.endsWith(".yml") && !isReadable(text));
  if (tooLarge !== undefined) return { kind: "too-large", problem: unreadable(tooLarge) };
  const result = await ports.state.commit(repository, commit);
  if (result.kind !== "committed") return undefined;
  ports.committed?.(events);
  return { kind: "loaded", head: result.head, state: FactoryState.parse(state) };
}

type TooLarge = { readonly kind: "too-large"; readonly problem: Refusal };

function isReadable(text: string): boolean {
  return Buffer.byteLength(text) <= YAML_LIMITS.maxBytes;
}

/** The size is not part of the message, so that the same problem is posted once. */
function unreadable({ path }: FileToWrite): Refusal {
  return {
    code: "state-too-large",
    message: `${path} would have more than the ${YAML_LIMITS.maxBytes} bytes that are read of it, so it was not written. Abandon a task that halted, or abort, to make room`,
  };
}
