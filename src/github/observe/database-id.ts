import { z } from "zod";

/**
 * GraphQL's `databaseId` is an Int, which ends at 32 bits: beyond them it may be null. `fullDatabaseId`, where a type has it, is a
 * decimal text.
 */
export const WIDE_ID = "fullDatabaseId databaseId";
export const WideId = z.object({
  fullDatabaseId: z.union([z.string(), z.number()]).nullish(),
  databaseId: z.number().nullish(),
});

/** The id by which REST knows it; null where GraphQL does not say. */
export function idOf({ fullDatabaseId, databaseId }: z.infer<typeof WideId>): number | null {
  const id = fullDatabaseId ?? databaseId ?? null;
  return id === null ? null : Number(id);
}

type Numbered = { readonly databaseId: number | null };

/** The older first. Where an id is missing, the order in which GitHub lists them stands. */
export function byAge(a: Numbered, b: Numbered): number {
  return a.databaseId === null || b.databaseId === null ? 0 : a.databaseId - b.databaseId;
}
