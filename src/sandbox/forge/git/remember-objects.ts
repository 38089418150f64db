const FULL_NAME = /^[0-9a-f]{40}$/;

/** Keeps what was read of objects under their full names: an object never changes. What is missing may come later. */
export function rememberObjects<T>({
  count,
  fits = () => true,
}: {
  readonly count: number;
  readonly fits?: (value: T) => boolean;
}) {
  const known = new Map<string, T>();
  return {
    async get(sha: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
      const remembered = known.get(sha);
      if (remembered !== undefined) return remembered;
      const value = await read();
      if (value === undefined || !FULL_NAME.test(sha) || !fits(value)) return value;
      if (known.size >= count) known.clear();
      known.set(sha, value);
      return value;
    },
  };
}
