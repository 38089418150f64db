import { z } from "zod";
import type { RepositoryRef } from "../ports.js";

/** What every payload about a repository has; the rest is not read, because GitHub itself is asked afterwards. */
const Payload = z.object({
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ type: z.string() }),
});

/** Which repository a delivery is a hint about; none for bots' doings, our own included, and for news about the App. */
export function affectedRepository(payload: unknown): RepositoryRef | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success || parsed.data.sender.type === "Bot") return null;
  const { repository, installation } = parsed.data;
  return { id: repository.id, installation: installation.id, owner: repository.owner.login, name: repository.name };
}
