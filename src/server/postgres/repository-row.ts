import { z } from "zod";
import type { RepositoryRef } from "../../engine/ports.js";

/** A repository as a row. */
const RepositoryRow = z.object({
  id: z.number(),
  installation: z.number(),
  owner: z.string(),
  name: z.string(),
});

export function repositoryOf(value: unknown): RepositoryRef {
  return RepositoryRow.parse(value);
}

/** The same order everywhere, so that two replicas that write the same rows do not deadlock. */
export function byKey(one: RepositoryRef, other: RepositoryRef): number {
  return String(one.id) < String(other.id) ? -1 : 1;
}
