/** Caches a function's result by key. */
export function remember<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as T) : read(key);
    known.set(key, value);
    return value;
  };
}
