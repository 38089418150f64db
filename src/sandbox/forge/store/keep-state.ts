/** Appends changes to the journal at the end of every transaction and before any response. */
import { messageOf } from "../../../domain/errors.js";
import type { State } from "../records/state.js";
import type { Journal } from "./journal.js";
import type { Store } from "./open-store.js";
import { trackState } from "./tracked-state.js";

/** `saved` is the content of the journal. */
export function keepState(
  saved: State,
  journal: Journal,
  log: (line: string) => void,
): Omit<Store, "isKnown" | "nextId"> {
  let moment = 0;
  /** The start of every period in which a caller may hold values. The first is the oldest. */
  const holders = new Set<number>();
  const tracked = trackState(saved, () => moment);
  /** Repositories with a transaction under way, and the promise of its end. */
  const busy = new Map<number, Promise<void>>();
  let scheduled: NodeJS.Immediate | undefined;
  const start = deferred();
  let isStarted = false;

  const write = (): void => {
    if (!isStarted) return;
    const changes = tracked.changes(new Set(busy.keys()));
    if (changes.length > 0) journal.append(changes);
    tracked.settle(oldestHolder());
    // Between transactions the whole state is consistent and can be written.
    if (busy.size === 0 && journal.isLong()) journal.rewrite(tracked.everything());
  };

  const oldestHolder = () => holders.values().next().value ?? Number.POSITIVE_INFINITY;

  const hold = (): (() => void) => {
    moment += 1;
    const since = moment;
    holders.add(since);
    return () => void holders.delete(since);
  };

  return {
    state: tracked.state,
    hold,
    changed() {
      // The end of a transaction also saves this.
      if (busy.size > 0) return;
      scheduled ??= setImmediate(() => {
        scheduled = undefined;
        try {
          write();
        } catch (error) {
          log(`not saved: ${messageOf(error)}`);
        }
      });
    },
    async transaction(repository, task) {
      const endHold = hold();
      const end = deferred();
      busy.set(repository, end.promise);
      try {
        return await task();
      } finally {
        busy.delete(repository);
        end.resolve();
        endHold();
        write();
      }
    },
    async saved() {
      await start.promise;
      await Promise.all(busy.values());
      write();
    },
    start() {
      isStarted = true;
      if (journal.isLong()) {
        tracked.changes(new Set());
        journal.rewrite(tracked.everything());
        tracked.settle(oldestHolder());
      } else write();
      start.resolve();
    },
    close() {
      clearImmediate(scheduled);
      write();
      journal.close();
    },
  };
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}
