const KEPT = 500;

/** A map with a limited size: the oldest entry is evicted first. */
export function boundedMap<Value>(kept = KEPT) {
  const entries = new Map<string, Value>();
  return {
    get: (key: string) => entries.get(key),
    delete(key: string) {
      entries.delete(key);
    },
    set(key: string, value: Value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > kept && oldest !== undefined) entries.delete(oldest);
    },
  };
}
