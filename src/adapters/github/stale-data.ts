import { z } from "zod";

const GraphqlFailure = z.object({ errors: z.array(z.object({ type: z.string().optional() })).min(1) });

/** GitHub's word for a lost race: the branch was not at the head that the write expected. */
export function isStaleData(error: unknown): boolean {
  const failure = GraphqlFailure.safeParse(error);
  return failure.success && failure.data.errors.some(({ type }) => type === "STALE_DATA");
}

/** A REST answer by its status: the one thing about a failure that code may branch on. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  const failure = z.object({ status: z.number() }).safeParse(error);
  return failure.success && statuses.includes(failure.data.status);
}
