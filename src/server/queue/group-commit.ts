/**
 * Many callers, one statement at a time: whoever comes while one is under way shares the next. What is written began after
 * the caller came, so that a trigger is never covered by a job which was taken before it.
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
        // In one order everywhere: two replicas that write the same keys must not wait for each other.
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
