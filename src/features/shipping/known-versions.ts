import type { ModuleRef } from "../../domain/ids.js";
import type { IndexLedger } from "../../domain/index-entries/index-ledger.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** What is known about versions without observing the default branch. */
export type KnownVersions = {
  readonly versions: IndexLedger;
  /** Versions that open pull requests change: the index may have either status. */
  readonly moving: readonly ModuleRef[];
};

export function knownVersions(state: FactoryState | null): KnownVersions {
  if (state === null) return { versions: {}, moving: [] };
  const undone = state.undos.flatMap((undo) => (undo.phase === "proposing" ? undo.taken : []));
  return {
    versions: { ...shippedHere(state), ...state.index_ledger },
    moving: [
      ...undone.flatMap(({ modules }) => modules),
      ...state.deprecations.flatMap(({ phase, order }) => (phase === "proposing" ? [order.module_ref] : [])),
    ].toSorted(),
  };
}

/** Records one more line about each of these versions. */
export function recordVersions(
  state: FactoryState,
  refs: readonly ModuleRef[],
  status: IndexLedger[ModuleRef],
): FactoryState {
  if (refs.length === 0) return state;
  const lines = Object.fromEntries(refs.map((ref) => [ref, status]));
  return { ...state, index_ledger: { ...state.index_ledger, ...lines } };
}

/** What earlier products shipped and what was not undone since. No task here names it. */
export function shippedEarlier({ index_ledger = {} }: Pick<FactoryState, "index_ledger">): ReadonlySet<ModuleRef> {
  const there = Object.entries(index_ledger).filter(([, status]) => status !== "WITHDRAWN");
  return new Set(there.map(([ref]) => ref));
}

/** What outlives a product whose tasks are not in the state any more. */
export function ledgerAfter(state: FactoryState): Pick<FactoryState, "index_ledger"> {
  const { versions } = knownVersions(state);
  return Object.keys(versions).length === 0 ? {} : { index_ledger: versions };
}

function shippedHere({ project }: FactoryState): IndexLedger {
  const shipped = Object.values(project?.tasks ?? {}).filter(({ status }) => status === "SHIPPED");
  return Object.fromEntries(shipped.flatMap(({ module_refs }) => module_refs.map((ref) => [ref, "SHIPPED" as const])));
}
