import { z } from "zod";
import { GATES_WORKFLOW_PATH } from "../domain/factory/artifacts.js";
import type { RepositoryRef } from "../ports.js";

/** What every payload about a repository has; the rest is not read, because GitHub itself is asked afterwards. */
const Payload = z.object({
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ type: z.string() }),
  action: z.string().optional(),
  workflow_run: z.object({ path: z.string() }).optional(),
});

/** GitHub names whoever started a run as the sender of its end: for a gate run that is us, and we wait for it. */
function isGatesEnd({ action, workflow_run }: z.infer<typeof Payload>): boolean {
  return action === "completed" && workflow_run?.path.split("@")[0] === GATES_WORKFLOW_PATH;
}

/** Which repository a delivery is a hint about; none for bots' doings, our own included, and for news about the App. A gate run's end is ours and counts. */
export function affectedRepository(payload: unknown): RepositoryRef | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success || (parsed.data.sender.type === "Bot" && !isGatesEnd(parsed.data))) return null;
  const { repository, installation } = parsed.data;
  return { id: repository.id, installation: installation.id, owner: repository.owner.login, name: repository.name };
}
