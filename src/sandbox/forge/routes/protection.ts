/** Classic branch protection. */
import { z } from "zod";
import { param, type RepositoryCall, readBody } from "../http/call.js";
import { GitHubError, notFound } from "../http/errors.js";
import { plannedRoute } from "../http/planned-route.js";
import { noContent, ok, type Reply } from "../http/reply.js";
import type { Route } from "../http/router.js";
import { findAccount, theApp } from "../lookup.js";
import type { ProtectionRecord } from "../records/protection.js";
import { branchRef } from "../ref-names.js";
import { protectedBranch } from "../resources/branch.js";

const READ = { permissions: ["administration:read"], role: "admin" } as const;
const WRITE = { permissions: ["administration:write"], role: "admin" } as const;
const PATH = "/repos/{owner}/{repo}/branches/{branch}/protection";

export const protectionRoutes: readonly Route[] = [
  plannedRoute(`GET ${PATH}`, READ, (call) => ok(shown(call))),
  plannedRoute(`PUT ${PATH}`, WRITE, protect),
  plannedRoute(`DELETE ${PATH}`, WRITE, (call) => {
    theProtection(call);
    call.repository.protections.delete(param(call, "branch"));
    return noContent();
  }),
  plannedRoute(`GET ${PATH}/required_status_checks`, READ, (call) => part(call, "required_status_checks")),
  plannedRoute(`GET ${PATH}/required_pull_request_reviews`, READ, (call) =>
    part(call, "required_pull_request_reviews"),
  ),
  plannedRoute(`GET ${PATH}/enforce_admins`, READ, (call) => part(call, "enforce_admins")),
];

function theProtection(call: RepositoryCall): ProtectionRecord {
  const branch = param(call, "branch");
  if (!call.git.refs.has(branchRef(branch))) throw new GitHubError(404, "Branch not found");
  const protection = call.repository.protections.get(branch);
  if (protection === undefined) throw new GitHubError(404, "Branch not protected");
  return protection;
}

function shown(call: RepositoryCall) {
  return protectedBranch(call.hub, call.repository, { branch: param(call, "branch"), protection: theProtection(call) });
}

function part(call: RepositoryCall, name: keyof ReturnType<typeof shown>): Reply {
  const value = shown(call)[name];
  if (value === undefined) throw notFound();
  return ok(value);
}

const Actors = z.looseObject({
  users: z.array(z.string()).default([]),
  teams: z.array(z.string()).default([]),
  apps: z.array(z.string()).default([]),
});
const Switch = z.boolean().nullish();
const Protection = z.looseObject({
  required_status_checks: z
    .looseObject({
      strict: z.boolean(),
      contexts: z.array(z.string()).default([]),
      checks: z.array(z.looseObject({ context: z.string(), app_id: z.number().int().nullish() })).optional(),
    })
    .nullable(),
  enforce_admins: z.boolean().nullable(),
  required_pull_request_reviews: z
    .looseObject({
      dismiss_stale_reviews: z.boolean().default(false),
      require_code_owner_reviews: z.boolean().default(false),
      required_approving_review_count: z.number().int().min(0).max(6).default(1),
      require_last_push_approval: z.boolean().default(false),
      bypass_pull_request_allowances: Actors.optional(),
    })
    .nullable(),
  restrictions: Actors.nullable(),
  required_linear_history: Switch,
  allow_force_pushes: Switch,
  allow_deletions: Switch,
  block_creations: Switch,
  required_conversation_resolution: Switch,
  lock_branch: Switch,
  allow_fork_syncing: Switch,
});
type Protection = z.infer<typeof Protection>;

function protect(call: RepositoryCall): Reply {
  const branch = param(call, "branch");
  if (!call.git.refs.has(branchRef(branch))) throw new GitHubError(404, "Branch not found");
  call.repository.protections.set(branch, recordOf(call, readBody(call, Protection)));
  return ok(shown(call));
}

function recordOf(call: RepositoryCall, requested: Protection): ProtectionRecord {
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = requested;
  const bypass = actorsOf(call, reviews?.bypass_pull_request_allowances);
  return {
    requiredStatusChecks: checks === null ? null : { strict: checks.strict, checks: requiredChecks(checks) },
    enforceAdmins: requested.enforce_admins ?? false,
    requiredReviews:
      reviews === null
        ? null
        : {
            approvals: reviews.required_approving_review_count,
            dismissStale: reviews.dismiss_stale_reviews,
            codeOwners: reviews.require_code_owner_reviews,
            lastPush: reviews.require_last_push_approval,
            bypassUserIds: bypass.userIds,
            bypassApp: bypass.app,
          },
    restrictions: restrictions === null ? null : actorsOf(call, restrictions),
    linearHistory: requested.required_linear_history ?? false,
    allowForcePushes: requested.allow_force_pushes ?? false,
    allowDeletions: requested.allow_deletions ?? false,
    blockCreations: requested.block_creations ?? false,
    conversationResolution: requested.required_conversation_resolution ?? false,
    lockBranch: requested.lock_branch ?? false,
    allowForkSyncing: requested.allow_fork_syncing ?? false,
  };
}

/** `checks` replaces the older `contexts`; -1 as App id means any App. */
function requiredChecks({ contexts, checks }: NonNullable<Protection["required_status_checks"]>) {
  const named = checks ?? contexts.map((context) => ({ context, app_id: null }));
  return named.map(({ context, app_id: appId }) => ({ context, appId: appId == null || appId < 0 ? null : appId }));
}

function actorsOf({ hub }: RepositoryCall, actors: z.infer<typeof Actors> | undefined) {
  const userIds = (actors?.users ?? []).flatMap((login) => findAccount(hub.state, login)?.id ?? []);
  return { userIds, app: (actors?.apps ?? []).includes(theApp(hub.state).slug) };
}
