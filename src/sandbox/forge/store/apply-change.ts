import { emptyRepositoryCollections, type RepositoryRecord } from "../records/repository.js";
import type { State } from "../records/state.js";
import type { Key, ReadChange } from "./change.js";

/** Applies a change. False for a change that no forge of this version writes. */
export function applyChange(state: State, change: ReadChange): boolean {
  const [[name, ...rest]] = change;
  if (name === undefined || !(name in state)) return false;
  const [key, field, inner, ...more] = rest;
  if (more.length > 0) return false;
  if (key === undefined) return putScalar(state, String(name), change);
  const place: unknown = Reflect.get(state, name);
  if (!(place instanceof Map)) return false;
  if (field === undefined)
    return name === "repositories" ? putRepository(state, Number(key), change) : putEntry(place, key, change);
  const repository: unknown = name === "repositories" ? place.get(key) : undefined;
  const collection: unknown =
    typeof repository === "object" && repository !== null ? Reflect.get(repository, field) : undefined;
  return collection instanceof Map && inner !== undefined && putEntry(collection, inner, change);
}

function putScalar(state: State, name: string, [, value]: ReadChange): boolean {
  if (Reflect.get(state, name) instanceof Map) return false;
  return Reflect.set(state, name, value);
}

function putEntry(map: Map<Key, unknown>, key: Key, change: ReadChange): boolean {
  if (change.length === 1) map.delete(key);
  else map.set(key, change[1]);
  return true;
}

/** Replaces the repository's own fields only. Entries of its collections are separate changes. */
function putRepository({ repositories }: State, id: number, change: ReadChange): boolean {
  if (change.length === 1) return repositories.delete(id) || true;
  const known = repositories.get(id) ?? emptyRepositoryCollections();
  repositories.set(id, Object.assign(known, change[1]) as RepositoryRecord);
  return true;
}
