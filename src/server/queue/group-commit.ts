/**
 * Runs one statement at a time for many callers: those that arrive during one share the next. A statement starts after
 * its callers have arrived, so that a trigger is never covered by a job that was taken before it.
 */
export function createGroupCommit<T>({
  keyOf,
  write,
}: {
  readonly keyOf: (item: T) => string;
  readonly write: (items: readonly T[]) => Promise<void>;
}): (items: readonly T[]) => Promise<void> {
  let gathering: { readonly items: Map<string, T>; readonly written: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return (items) => {
    if (gathering === undefined) {
      const group = new Map<string, T>();
      const written = last.then(() => {
        gathering = undefined;
        // The same order everywhere, so that two replicas that write the same keys do not deadlock.
        const sorted = [...group].sort(([one], [other]) => (one < other ? -1 : 1));
        return write(sorted.map(([, item]) => item));
      });
      last = written.catch(() => undefined);
      gathering = { items: group, written };
    }
    for (const item of items) gathering.items.set(keyOf(item), item);
    return gathering.written;
  };
}
