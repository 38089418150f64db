/** Work by key: one run at a time for each, and one more when something came in meanwhile. */
export type Queue<T> = {
  /** Settles when it cannot get lost any more: with the process, or at all. */
  enqueue(items: readonly T[]): Promise<void>;
  /** How many keys wait for their turn. */
  waiting(): Promise<number>;
  /** Settles when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Takes nothing more and waits for what runs. */
  stop(): Promise<void>;
};

/** How items are told apart, and whose they are: nobody's many may keep another's few waiting. */
export type Sorting<T> = { readonly keyOf: (item: T) => string; readonly groupOf: (item: T) => string };
