/** Runs actions one after the other for each key. A failure does not block the next one. */
export type Turns<Key> = <T>(key: Key, act: () => Promise<T>) => Promise<T>;

export function createTurns<Key>(): Turns<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return (key, act) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(act, act);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
