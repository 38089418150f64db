/** Remembers answers by what was asked, so that a read can be answered as of some seconds ago. */
export type StaleReads<T> = {
  readonly remember: (key: string, answer: T, nowMs: number) => void;
  /**
   * What a replica that lags at most this much would answer: the oldest answer since then. Never an older one: what was
   * answered a minute ago says nothing about what a replica knows that lags three seconds. Undefined when nobody has asked
   * since then: there is nothing stale to tell.
   */
  readonly recall: (key: string, seconds: number, nowMs: number) => T | undefined;
};

type Remembered<T> = { readonly at: number; readonly answer: T };

/** Keeps no more than a replica could lag behind: `longestSeconds`. */
export function createStaleReads<T>(longestSeconds: number): StaleReads<T> {
  const answers = new Map<string, readonly Remembered<T>[]>();
  const since = (key: string, seconds: number, nowMs: number) =>
    (answers.get(key) ?? []).filter(({ at }) => at >= nowMs - seconds * 1000);
  return {
    remember: (key, answer, nowMs) =>
      void answers.set(key, [...since(key, longestSeconds, nowMs), { at: nowMs, answer }]),
    recall: (key, seconds, nowMs) => since(key, seconds, nowMs)[0]?.answer,
  };
}
