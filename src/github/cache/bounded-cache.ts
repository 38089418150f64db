/**
 * A cache within a size: the least recently used value is evicted first. A value larger than the whole cache is not
 * stored.
 */
export type BoundedCache<Value> = {
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  /** The cached value, if any. */
  known(key: string): Value | undefined;
};

export function boundedCache<Value>(room: number, sizeOf: (value: Value) => number): BoundedCache<Value> {
  const kept = new Map<string, Value>();
  const use = { size: 0 };
  const keep = (key: string, value: Value) => {
    if (kept.has(key) || sizeOf(value) > room) return;
    kept.set(key, value);
    use.size += sizeOf(value);
    for (const [oldest, dropped] of kept) {
      if (use.size <= room) return;
      kept.delete(oldest);
      use.size -= sizeOf(dropped);
    }
  };
  const known = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return undefined;
    kept.delete(key);
    kept.set(key, value);
    return value;
  };
  return {
    known,
    async get(key, make) {
      const value = known(key);
      if (value !== undefined) return value;
      const made = await make();
      keep(key, made);
      return made;
    },
  };
}
