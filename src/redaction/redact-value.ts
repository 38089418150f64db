/**
 * Redacts every text inside a value, keys included. A lone surrogate, such as `\uD83D` in JSON, can neither be stored
 * nor hashed; it becomes the replacement character. A value without secrets is returned as the same object, for callers
 * that compare by identity.
 */
export function redactValue<T>(value: T, redact: (text: string) => string): T {
  return redacted(value, (text) => redact(text.toWellFormed())) as T;
}

function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value))
    return same(
      value,
      value.map((item) => redacted(item, redact)),
    );
  if (value instanceof Map) {
    const entries = [...value].flat();
    const result = entries.map((item) => redacted(item, redact));
    if (result.every((item, index) => item === entries[index])) return value;
    return new Map([...value].map((entry) => entry.map((item) => redacted(item, redact)) as [unknown, unknown]));
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const result = entries.map(([key, item]) => [redact(key), redacted(item, redact)] as const);
  const unchanged = result.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1]);
  return unchanged ? value : Object.fromEntries(result);
}

function same(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, index) => item === before[index]) ? before : after;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
