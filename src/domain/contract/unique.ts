import type { z } from "zod";

/**
 * A zod refinement: no two items of a list have the same key. The issue names the later item and the position of the
 * first.
 */
export function noDuplicates<T>(what: string, keyOf: (item: T) => string, field?: string) {
  return (items: readonly T[], context: z.RefinementCtx): void => {
    const firstAt = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      const first = firstAt.get(key);
      if (first === undefined) {
        firstAt.set(key, index);
        continue;
      }
      const path = field === undefined ? [index] : [index, field];
      context.addIssue({ code: "custom", path, message: `${what} "${key}" is already declared at [${first}]` });
    }
  };
}
