/** Runs one task at a time per key, in the order of the requests. */
export type Mutex = <T>(key: number, task: () => Promise<T>) => Promise<T>;

export function createMutex(): Mutex {
  const tails = new Map<number, Promise<unknown>>();
  return <T>(key: number, task: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(task, task);
    const tail = turn.catch(() => undefined);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return turn;
  };
}
