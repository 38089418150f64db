/** A run's place in a concurrency group. `turn` resolves when the run may start, and `leave` starts the next one. */
export type Place = { readonly isFirst: boolean; readonly turn: Promise<void>; readonly leave: () => void };

/** GitHub's rule: in each group one run is active and one is pending. A newer run replaces the pending one. */
export type ConcurrencyGroups = {
  readonly enter: (request: {
    readonly group: string;
    readonly cancelInProgress: boolean;
    readonly cancel: () => void;
  }) => Place;
};

type Entry = { readonly start: () => void; readonly cancel: () => void };
type Group = { readonly running: Entry; readonly waiting: Entry | undefined };

export function createConcurrencyGroups(): ConcurrencyGroups {
  const groups = new Map<string, Group>();

  const leave = (key: string, entry: Entry): void => {
    const group = groups.get(key);
    if (group === undefined) return;
    if (group.waiting === entry) groups.set(key, { running: group.running, waiting: undefined });
    if (group.running !== entry) return;
    if (group.waiting === undefined) {
      groups.delete(key);
      return;
    }
    groups.set(key, { running: group.waiting, waiting: undefined });
    group.waiting.start();
  };

  return {
    enter: ({ group: name, cancelInProgress, cancel }) => {
      const key = name.toLowerCase();
      const { promise: turn, resolve: start } = deferred();
      const entry: Entry = { start, cancel };
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, { running: entry, waiting: undefined });
        start();
      } else {
        groups.set(key, { running: group.running, waiting: entry });
        group.waiting?.cancel();
        if (cancelInProgress) group.running.cancel();
      }
      return { isFirst: group === undefined, turn, leave: () => leave(key, entry) };
    },
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
