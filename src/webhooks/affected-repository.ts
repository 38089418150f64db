import { z } from "zod";
import { GATES_WORKFLOW_PATH } from "../domain/factory/artifacts.js";
import type { RepositoryRef } from "../ports.js";

/** What every payload about a repository has; the rest is not read, because GitHub itself is asked afterwards. */
const Payload = z.object({
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ type: z.string(), login: z.string().optional() }),
  action: z.string().optional(),
  pull_request: z.object({}).optional(),
  merge_group: z.object({}).optional(),
  workflow_run: z.object({ path: z.string() }).optional(),
});

/** GitHub names whoever started a run as the sender of its end: for a gate run that is us, and we wait for it. */
function isGatesEnd({ action, workflow_run }: z.infer<typeof Payload>): boolean {
  return action === "completed" && workflow_run?.path.split("@")[0] === GATES_WORKFLOW_PATH;
}

/** Actions after which a pull request has something new to be judged. */
const PROPOSED = ["opened", "synchronize", "reopened", "ready_for_review"];

/** Other bots propose changes, too, and a queue forms its groups by itself: what is sealed is kept from them as well. */
function isProposal({ action = "", pull_request, merge_group, sender }: z.infer<typeof Payload>, ownLogin: string) {
  if (merge_group !== undefined) return action === "checks_requested";
  return pull_request !== undefined && PROPOSED.includes(action) && sender.login !== ownLogin;
}

/** Which repository a delivery is a hint about; none for most of bots' doings, our own included, and for news about the App. A gate run's end is ours and counts. */
export function affectedRepository(payload: unknown, ownLogin: string): RepositoryRef | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const isBot = parsed.data.sender.type === "Bot";
  if (isBot && !isGatesEnd(parsed.data) && !isProposal(parsed.data, ownLogin)) return null;
  const { repository, installation } = parsed.data;
  return { id: repository.id, installation: installation.id, owner: repository.owner.login, name: repository.name };
}
