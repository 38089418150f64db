/**
 * The repositories, each with tracked collections. A repository is written as its own fields; its collections are
 * written separately.
 */
import type { RepositoryRecord } from "../records/repository.js";
import type { Change, Key } from "./change.js";
import { collectionsOf } from "./collections-of.js";
import { encode } from "./encoding.js";
import { type AnyTrackedMap, TrackedMap, type Tracking } from "./tracked-map.js";

const PATH = "repositories";

export class TrackedRepositories extends TrackedMap<number, RepositoryRecord> {
  /** The given repositories and their content count as saved. */
  constructor(
    saved: Iterable<readonly [number, RepositoryRecord]>,
    private readonly itsTracking: Tracking,
  ) {
    super(saved, itsTracking, [PATH], (repository) => encode(ownFields(repository)));
    for (const [, repository] of saved) {
      for (const [name, map] of collectionsOf(repository)) this.adopt(repository, name, map);
    }
  }

  /** Nothing of the new repository counts as saved. */
  override set(id: number, repository: RepositoryRecord): this {
    this.delete(id);
    for (const [name, map] of collectionsOf(repository)) {
      const tracked = this.adopt(repository, name, []);
      for (const [key, value] of map) tracked.set(key, value);
    }
    return super.set(id, repository);
  }

  override *everything(): Generator<Change> {
    for (const change of super.everything()) {
      yield change;
      const repository = this.get(Number(change.path[1]));
      if (repository === undefined) continue;
      for (const [, map] of collectionsOf(repository)) yield* (map as AnyTrackedMap).everything();
    }
  }

  /** False for a collection of a repository that was deleted. */
  isCurrent(map: AnyTrackedMap): boolean {
    const [, id, name] = map.path;
    if (id === undefined || name === undefined) return true;
    return Reflect.get(this.get(Number(id)) ?? {}, name) === map;
  }

  /** Replaces the collection in the record, so that all code with the record uses the tracked one. */
  private adopt(repository: RepositoryRecord, name: string, saved: Iterable<readonly [Key, unknown]>): AnyTrackedMap {
    const map = new TrackedMap(saved, this.itsTracking, [PATH, repository.id, name]);
    Object.assign(repository, { [name]: map });
    return map;
  }
}

function ownFields(repository: RepositoryRecord): object {
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(repository)) if (!(value instanceof Map)) own[name] = value;
  return own;
}
