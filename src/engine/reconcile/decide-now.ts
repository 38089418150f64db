import { accept, type Refusal, Refused } from "../../domain/refusal.js";
import { type Decision, decide } from "../decide.js";
import type { FileToWrite } from "../effects/effect-parts.js";
import type { JobResult, LoadedState, RepositoryRef } from "../ports.js";
import { optionalStateFiles, requiredStateFiles } from "../state-files.js";
import type { Ports } from "./reconcile-ports.js";
import { isStale, observeRepository, type View } from "./view.js";

/** A state branch that is readable. */
export type Readable = Exclude<LoadedState, { kind: "unreadable" }>;

/** Reads what the decision needs beside the state, observes GitHub unless there is a view, and decides. */
export async function decideNow(
  repository: RepositoryRef,
  ports: Ports,
  from: { readonly loaded: Readable; readonly brought: readonly JobResult[]; readonly view?: View | undefined },
): Promise<
  | { kind: "decided"; value: Decision; patience: number; view: View }
  | { kind: "stopped"; problem: Refusal }
  | { kind: "stale" }
> {
  const { loaded, brought } = from;
  const state = loaded.kind === "loaded" ? loaded.state : null;
  const branch = state === null ? null : (ports.state.recall(repository)?.branch ?? null);
  const seen = from.view === undefined ? await observeRepository(repository, ports, state, branch) : accept(from.view);
  if (!seen.ok) return { kind: "stopped", problem: seen.refusal };
  const view = seen.value;
  if (from.view === undefined && loaded.kind === "loaded" && isStale(view, loaded.head)) return { kind: "stale" };
  const { observed, config } = view;
  const paths = state === null ? [] : requiredStateFiles(state);
  const optional = state === null ? [] : optionalStateFiles(state);
  const stored =
    loaded.kind === "loaded" ? await ports.state.read(repository, loaded.head, [...paths, ...optional]) : new Map();
  const missing = paths.find((path) => !stored.has(path));
  if (missing !== undefined) return { kind: "stopped", problem: missingFile(missing) };
  const files = new Map([...stored, ...filesOf(brought).map(({ path, text }) => [path, text] as const)]);
  const situation = {
    state,
    observed,
    config,
    files,
    stateHead: loaded.kind === "loaded" ? loaded.head : null,
    given: brought.flatMap(({ events }) => events),
    now: ports.clock.now(),
    setupKit: ports.setupKit,
    calls: ports.calls?.(repository) ?? [],
  };
  try {
    return { kind: "decided", patience: config.budgets.max_cycles_without_progress, value: decide(situation), view };
  } catch (error) {
    // A file of the factory that no longer has its original content. A person has changed it and must repair it.
    if (error instanceof Refused) return { kind: "stopped", problem: error.refusal };
    throw error;
  }
}

/** The files of job results. */
export function filesOf(brought: readonly JobResult[]): FileToWrite[] {
  return brought.flatMap(({ files }) => files);
}

function missingFile(path: string): Refusal {
  const message = `${path} is missing from the state branch, and the state speaks of it; restore it from the branch's history`;
  return { code: "state-file-missing", message };
}
