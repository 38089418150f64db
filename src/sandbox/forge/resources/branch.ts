import type { Commit } from "../git/objects.js";
import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import type { ProtectionRecord } from "../records/protection.js";
import type { RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "./account.js";
import { integration } from "./app.js";
import { commitJson } from "./commit.js";
import type { Schema } from "./schemas.js";

const branchUrl = (hub: Hub, repository: RepositoryRecord, branch: string) =>
  hub.urls.api(`/repos/${fullName(hub.state, repository)}/branches/${encodeURIComponent(branch)}`);

export function shortBranch(
  hub: Hub,
  repository: RepositoryRecord,
  { name, sha }: { readonly name: string; readonly sha: string },
): Schema<"short-branch"> {
  const url = hub.urls.api(`/repos/${fullName(hub.state, repository)}/commits/${sha}`);
  const protection = repository.protections.get(name);
  return {
    name,
    commit: { sha, url },
    protected: protection !== undefined,
    protection: branchProtection(protection),
    protection_url: `${branchUrl(hub, repository, name)}/protection`,
  };
}

export function branchJson(
  hub: Hub,
  repository: RepositoryRecord,
  { name, commit }: { readonly name: string; readonly commit: Commit },
): Schema<"branch-with-protection"> {
  const self = branchUrl(hub, repository, name);
  const protection = repository.protections.get(name);
  return {
    name,
    commit: commitJson(hub, repository, commit),
    _links: { self, html: hub.urls.html(`/${fullName(hub.state, repository)}/tree/${name}`) },
    protected: protection !== undefined,
    protection: branchProtection(protection),
    protection_url: `${self}/protection`,
  };
}

function branchProtection(protection: ProtectionRecord | undefined): Schema<"branch-protection"> {
  const checks = protection?.requiredStatusChecks?.checks ?? [];
  return {
    enabled: protection !== undefined,
    required_status_checks: {
      enforcement_level: protection?.requiredStatusChecks == null ? "off" : "non_admins",
      contexts: checks.map(({ context }) => context),
      checks: checks.map(({ context, appId }) => ({ context, app_id: appId })),
    },
  };
}

/** Classic protection in full. Disabled rules are left out, like on GitHub. */
export function protectedBranch(
  hub: Hub,
  repository: RepositoryRecord,
  { branch, protection }: { readonly branch: string; readonly protection: ProtectionRecord },
): Schema<"protected-branch"> {
  const url = `${branchUrl(hub, repository, branch)}/protection`;
  const enabled = (value: boolean) => ({ enabled: value });
  return {
    url,
    ...statusCheckPolicy(url, protection),
    ...reviewPolicy(hub, url, protection),
    ...restrictionPolicy(hub, url, protection),
    required_signatures: { url: `${url}/required_signatures`, enabled: false },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: protection.enforceAdmins },
    required_linear_history: enabled(protection.linearHistory),
    allow_force_pushes: enabled(protection.allowForcePushes),
    allow_deletions: enabled(protection.allowDeletions),
    block_creations: enabled(protection.blockCreations),
    required_conversation_resolution: enabled(protection.conversationResolution),
    lock_branch: enabled(protection.lockBranch),
    allow_fork_syncing: enabled(protection.allowForkSyncing),
  };
}

function statusCheckPolicy(url: string, { requiredStatusChecks: required }: ProtectionRecord) {
  if (required === null) return {};
  const policy: Schema<"status-check-policy"> = {
    url: `${url}/required_status_checks`,
    strict: required.strict,
    contexts: required.checks.map(({ context }) => context),
    contexts_url: `${url}/required_status_checks/contexts`,
    checks: required.checks.map(({ context, appId }) => ({ context, app_id: appId })),
  };
  return { required_status_checks: policy };
}

function reviewPolicy(hub: Hub, url: string, { requiredReviews: required }: ProtectionRecord) {
  if (required === null) return {};
  const users = required.bypassUserIds.map((id) => simpleUser(hub, theAccount(hub.state, id)));
  const bypass = { users, teams: [], apps: required.bypassApp ? [integration(hub)] : [] };
  return {
    required_pull_request_reviews: {
      url: `${url}/required_pull_request_reviews`,
      dismiss_stale_reviews: required.dismissStale,
      require_code_owner_reviews: required.codeOwners,
      required_approving_review_count: required.approvals,
      require_last_push_approval: required.lastPush,
      ...(users.length === 0 && !required.bypassApp ? {} : { bypass_pull_request_allowances: bypass }),
    },
  };
}

function restrictionPolicy(hub: Hub, url: string, { restrictions }: ProtectionRecord) {
  if (restrictions === null) return {};
  const policy = {
    url: `${url}/restrictions`,
    users_url: `${url}/restrictions/users`,
    teams_url: `${url}/restrictions/teams`,
    apps_url: `${url}/restrictions/apps`,
    users: restrictions.userIds.map((id) => simpleUser(hub, theAccount(hub.state, id))),
    teams: [],
    apps: restrictions.app ? [integration(hub)] : [],
  };
  return { restrictions: policy as unknown as Schema<"branch-restriction-policy"> };
}
