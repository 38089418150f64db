/** Remembers answers by request, so that a read can return data from some seconds ago. */
export type StaleReads<T> = {
  readonly remember: (key: string, answer: T, nowMs: number) => void;
  /**
   * The answer of a replica with at most this lag: the oldest answer within that time. Older answers do not count,
   * because the lag is limited. Undefined if the request was not made within that time.
   */
  readonly recall: (key: string, seconds: number, nowMs: number) => T | undefined;
};

type Remembered<T> = { readonly at: number; readonly answer: T };

/** Keeps answers only for the longest lag: `longestSeconds`. */
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
