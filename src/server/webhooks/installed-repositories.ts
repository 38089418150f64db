import { z } from "zod";
import type { RepositoryRef } from "../../engine/ports.js";

const Added = z.array(z.object({ id: z.number(), name: z.string(), full_name: z.string() }));

const Payload = z.union([
  z.object({
    action: z.enum(["created", "unsuspend", "new_permissions_accepted"]),
    installation: z.object({ id: z.number() }),
    repositories: Added,
  }),
  z.object({ action: z.literal("added"), installation: z.object({ id: z.number() }), repositories_added: Added }),
]);

/**
 * The repositories in which the App was just installed or unsuspended: they are reconciled without waiting for the
 * sweep.
 */
export function installedRepositories(payload: unknown): RepositoryRef[] {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return [];
  const { installation } = parsed.data;
  const added = "repositories" in parsed.data ? parsed.data.repositories : parsed.data.repositories_added;
  return added.map(({ id, name, full_name }) => ({
    id,
    installation: installation.id,
    owner: full_name.split("/")[0] ?? "",
    name,
  }));
}
