/** The work in progress, and since when. */
export type WorkBoard = {
  /** Runs it and measures its duration; `ended` gets it in seconds. */
  during<T>(work: () => Promise<T>, ended: (result: T | null, seconds: number) => void): Promise<T>;
  count(): number;
  /** The duration of the oldest work in progress; 0 if there is none. */
  oldestSeconds(): number;
};

export function createWorkBoard(now: () => number): WorkBoard {
  const since = new Map<symbol, number>();
  return {
    async during(work, ended) {
      const key = Symbol("work");
      const start = now();
      since.set(key, start);
      const seconds = () => (now() - start) / 1_000;
      try {
        const result = await work();
        ended(result, seconds());
        return result;
      } catch (error) {
        ended(null, seconds());
        throw error;
      } finally {
        since.delete(key);
      }
    },
    count: () => since.size,
    oldestSeconds: () => (since.size === 0 ? 0 : (now() - Math.min(...since.values())) / 1_000),
  };
}
