/** The state with every collection tracked, and its differences from disk. */
import type { State } from "../records/state.js";
import type { Change } from "./change.js";
import { collectionsOf } from "./collections-of.js";
import { encode } from "./encoding.js";
import { type AnyTrackedMap, TrackedMap, type Tracking } from "./tracked-map.js";
import { TrackedRepositories } from "./tracked-repositories.js";

export type TrackedState = {
  readonly state: State;
  /** Everything that differs from disk, except in repositories with a transaction under way. */
  changes(busy: ReadonlySet<number>): Change[];
  /** Confirms that the last `changes` are on disk. A value that was read since `oldest` may still be held. */
  settle(oldest: number): void;
  /** The whole state. */
  everything(): Iterable<Change>;
};

/** `saved` is the state on disk. `now` increases whenever a caller begins to hold values. */
export function trackState(saved: State, now: () => number): TrackedState {
  const marked = new Set<AnyTrackedMap>();
  const tracking: Tracking = { now, marked: (map) => void marked.add(map) };
  const repositories = new TrackedRepositories(saved.repositories, tracking);
  const collections = collectionsOf(saved)
    .filter(([name]) => name !== "repositories")
    .map(([name, map]) => [name, new TrackedMap(map, tracking, [name])] as const);
  const state = { ...saved, ...Object.fromEntries(collections), repositories } as State;
  const scalars = Object.keys(saved).filter((name) => !(Reflect.get(saved, name) instanceof Map));
  const scalar = (name: string): Change => ({ path: [name], text: encode(Reflect.get(state, name)) });
  const savedScalars = new Map(scalars.map((name) => [name, scalar(name).text]));
  let changedScalars: readonly Change[] = [];
  let inspected: readonly AnyTrackedMap[] = [];

  return {
    state,
    changes(busy) {
      // Code may change a repository's own fields without getting it again. There are few repositories.
      repositories.markAll();
      for (const map of marked) if (!repositories.isCurrent(map)) marked.delete(map);
      inspected = [...marked]
        .filter(({ path }) => path.length === 1 || !busy.has(Number(path[1])))
        // A repository must exist before its collections are filled.
        .toSorted((one, other) => one.path.length - other.path.length);
      changedScalars = scalars.map(scalar).filter(({ path, text }) => savedScalars.get(String(path[0])) !== text);
      return [
        ...changedScalars,
        ...inspected.flatMap((map) => map.changes((key, value) => isBusy(busy, map, { key, value }))),
      ];
    },
    settle(oldest) {
      for (const { path, text } of changedScalars) savedScalars.set(String(path[0]), text);
      for (const map of inspected) if (map.settle(oldest)) marked.delete(map);
      inspected = [];
    },
    *everything() {
      yield* scalars.map(scalar);
      for (const [, map] of collections) yield* map.everything();
      yield* repositories.everything();
    },
  };
}

/** Whether the change is in a repository with a transaction under way, or is a delivery about it. */
function isBusy(
  busy: ReadonlySet<number>,
  { path }: AnyTrackedMap,
  { key, value }: { readonly key: unknown; readonly value: unknown },
): boolean {
  if (busy.size === 0 || path.length > 1) return false;
  if (path[0] === "repositories") return busy.has(Number(key));
  if (path[0] !== "deliveries") return false;
  const about = typeof value === "object" && value !== null && "repositoryId" in value ? value.repositoryId : null;
  return typeof about === "number" && busy.has(about);
}
