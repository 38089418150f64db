/** Remembers answers by what was asked, so that a read can be answered as of some seconds ago. */
export type StaleReads<T> = {
  readonly remember: (key: string, answer: T, nowMs: number) => void;
  /**
   * What a replica that lags this much would answer: the newest answer of that age, else the oldest one known.
   * Undefined when nobody has asked before: then there is nothing stale to tell.
   */
  readonly recall: (key: string, seconds: number, nowMs: number) => T | undefined;
};

type Remembered<T> = { readonly at: number; readonly answer: T };

/** Keeps no more than a replica could lag behind: `longestSeconds`, and the one answer before that. */
export function createStaleReads<T>(longestSeconds: number): StaleReads<T> {
  const answers = new Map<string, readonly Remembered<T>[]>();
  return {
    remember: (key, answer, nowMs) => {
      const known = answers.get(key) ?? [];
      const horizon = known.findLastIndex(({ at }) => at <= nowMs - longestSeconds * 1000);
      answers.set(key, [...known.slice(Math.max(0, horizon)), { at: nowMs, answer }]);
    },
    recall: (key, seconds, nowMs) => {
      const known = answers.get(key) ?? [];
      const asOf = known.findLast(({ at }) => at <= nowMs - seconds * 1000);
      return (asOf ?? known[0])?.answer;
    },
  };
}
