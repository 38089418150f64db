import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";

const GraphqlFailure = z.object({
  errors: z.array(z.object({ type: z.string().optional(), message: z.string().default("") })).min(1),
});

/** GitHub's error for a lost race: the branch was not at the expected head. */
export function isStaleData(error: unknown): boolean {
  const failure = GraphqlFailure.safeParse(error);
  return failure.success && failure.data.errors.some(({ type }) => type === "STALE_DATA");
}

/** GitHub's reason for refusing a mutation; null for every other failure. */
export function unprocessableWords(error: unknown): string | null {
  const failure = GraphqlFailure.safeParse(error);
  if (!failure.success || !failure.data.errors.every(({ type }) => type === "UNPROCESSABLE")) return null;
  return failure.data.errors.map(({ message }) => message).join(" ");
}

/** The found part of an answer if some objects are gone; undefined for every other failure. */
export function foundBesideMissing(error: unknown): unknown {
  const failure = GraphqlFailure.extend({ data: z.unknown() }).safeParse(error);
  if (!failure.success || !failure.data.errors.every(({ type }) => type === "NOT_FOUND")) return undefined;
  return failure.data.data ?? undefined;
}

/** Whether the requested object exists. */
export async function isThere(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}
