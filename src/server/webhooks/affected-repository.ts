import { z } from "zod";
import type { RepositoryRef } from "../../engine/ports.js";
import { GATES_WORKFLOW_PATH } from "../../features/spec/draft-paths.js";

/**
 * The common fields of payloads about a repository. The rest is not read, because GitHub itself is observed afterwards.
 */
const Payload = z.object({
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ type: z.string(), login: z.string().optional() }),
  action: z.string().optional(),
  pull_request: z.object({}).optional(),
  merge_group: z.object({}).optional(),
  head_commit: z.object({ message: z.string() }).nullish(),
  workflow_run: z.object({ path: z.string() }).optional(),
  check_run: z.object({}).optional(),
  check_suite: z
    .object({
      app: z.object({ slug: z.string().optional() }).nullish(),
      pull_requests: z.array(z.unknown()).optional(),
    })
    .optional(),
});

/**
 * GitHub names the account that started a run as the sender of its end. For a gate run that is us, and we wait for it.
 */
function isGatesEnd({ action, workflow_run }: z.infer<typeof Payload>): boolean {
  return action === "completed" && workflow_run?.path.split("@")[0] === GATES_WORKFLOW_PATH;
}

/** GitHub has updated a branch on our request, later, by its own commit in our name. */
function isBranchUpdate({ head_commit, sender }: z.infer<typeof Payload>, ownLogin: string): boolean {
  return sender.login === ownLogin && head_commit?.message.startsWith("Merge branch '") === true;
}

/** Actions after which a pull request must be judged again, or has ended. */
const PROPOSED = ["opened", "synchronize", "reopened", "ready_for_review", "closed", "dequeued"];

/** Other bots propose changes, too, and a queue tests, merges and removes them by itself. */
function isProposal({ action = "", pull_request, merge_group, sender }: z.infer<typeof Payload>, ownLogin: string) {
  if (merge_group !== undefined) return true;
  return pull_request !== undefined && PROPOSED.includes(action) && sender.login !== ownLogin;
}

/**
 * The repository's own checks have ended on a pull request, and a merge may wait for them. Their sender is the account
 * that pushed, which is us on our branches. Our own suite is ignored: it would trigger us for ever.
 */
function isChecksEnd({ action, check_suite }: z.infer<typeof Payload>, ownLogin: string): boolean {
  if (action !== "completed" || check_suite === undefined) return false;
  const { app, pull_requests = [] } = check_suite;
  return pull_requests.length > 0 && `${app?.slug}[bot]` !== ownLogin;
}

/**
 * An App that may write checks is told of every check run, suite and workflow run of everybody, with whoever pushed as the sender.
 * Presses of our own buttons are heard apart (`pressed-button.ts`).
 */
function isOfChecks({ check_run, check_suite, workflow_run }: z.infer<typeof Payload>): boolean {
  return [check_run, check_suite, workflow_run].some((about) => about !== undefined);
}

/**
 * The repository that a delivery is a trigger about; undefined for most events of bots, including our own, and for events
 * about the App. The end of a run or of checks always counts.
 */
export function affectedRepository(payload: unknown, ownLogin: string): RepositoryRef | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const counts = [isGatesEnd, isChecksEnd, isBranchUpdate, isProposal].some((is) => is(parsed.data, ownLogin));
  if ((parsed.data.sender.type === "Bot" || isOfChecks(parsed.data)) && !counts) return null;
  const { repository, installation } = parsed.data;
  return { id: repository.id, installation: installation.id, owner: repository.owner.login, name: repository.name };
}
