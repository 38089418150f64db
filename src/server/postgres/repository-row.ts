import { z } from "zod";
import type { RepositoryRef } from "../../engine/ports.js";

/** A repository as it is kept in a row. */
const RepositoryRow = z.object({
  id: z.number(),
  installation: z.number(),
  owner: z.string(),
  name: z.string(),
});

export function repositoryOf(value: unknown): RepositoryRef {
  return RepositoryRow.parse(value);
}

/** In one order everywhere: two replicas that write the same rows must not wait for each other. */
export function byKey(one: RepositoryRef, other: RepositoryRef): number {
  return String(one.id) < String(other.id) ? -1 : 1;
}
