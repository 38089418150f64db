import TinyQueue from "tinyqueue";
import type { TaskId } from "../../../domain/ids.js";
import { compareRank, type TaskRank } from "./task-order.js";

/** A task that could start, with its rank when it was queued. */
type Entry = TaskRank & { readonly id: TaskId };

/** Tasks that could start, in order. */
export type ReadyQueue = {
  add(entry: Entry): void;
  /** The first `count` entries that are still current. They are not removed. */
  first(count: number, isCurrent: (entry: Entry) => boolean): TaskId[];
};

/**
 * Entries are never searched: a stale one (started, blocked, reordered) is dropped when it comes first. So every step
 * costs one heap operation.
 */
export function createReadyQueue(): ReadyQueue {
  const heap = new TinyQueue<Entry>([], compareRank);
  return {
    add: (entry) => heap.push(entry),
    first(count, isCurrent) {
      const chosen = new Map<TaskId, Entry>();
      while (chosen.size < count) {
        const entry = heap.pop();
        if (entry === undefined) break;
        if (isCurrent(entry)) chosen.set(entry.id, entry);
      }
      for (const entry of chosen.values()) heap.push(entry);
      return [...chosen.keys()];
    },
  };
}
