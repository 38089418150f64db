/** Work by key: one run at a time for each, and one more if something arrived meanwhile. */
export type Queue<T> = {
  /** Resolves when the items are stored, in the process or in the database. */
  enqueue(items: readonly T[]): Promise<void>;
  /** How many keys are waiting. */
  waiting(): Promise<number>;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Takes nothing more and waits for running work. */
  stop(): Promise<void>;
};

/** The key of an item, and its group for fairness. */
export type Sorting<T> = { readonly keyOf: (item: T) => string; readonly groupOf: (item: T) => string };
