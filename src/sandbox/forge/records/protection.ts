/** A required check. A null `appId` accepts any App. */
export type RequiredCheck = { readonly context: string; readonly appId: number | null };

/** Classic branch protection, by exact branch name. */
export type ProtectionRecord = {
  requiredStatusChecks: { strict: boolean; checks: RequiredCheck[] } | null;
  enforceAdmins: boolean;
  requiredReviews: {
    approvals: number;
    dismissStale: boolean;
    codeOwners: boolean;
    lastPush: boolean;
    bypassUserIds: number[];
    bypassApp: boolean;
  } | null;
  restrictions: { userIds: number[]; app: boolean } | null;
  linearHistory: boolean;
  allowForcePushes: boolean;
  allowDeletions: boolean;
  blockCreations: boolean;
  conversationResolution: boolean;
  lockBranch: boolean;
  allowForkSyncing: boolean;
};

export type RuleRecord = { readonly type: string; readonly parameters?: Readonly<Record<string, unknown>> };

export type BypassActor = {
  readonly actor_id: number | null;
  readonly actor_type: "Integration" | "OrganizationAdmin" | "RepositoryRole" | "Team" | "DeployKey";
  readonly bypass_mode: "always" | "pull_request" | "exempt";
};

/** A repository ruleset as its author wrote it. */
export type RulesetRecord = {
  readonly id: number;
  name: string;
  target: "branch" | "tag" | "push";
  enforcement: "active" | "disabled" | "evaluate";
  include: string[];
  exclude: string[];
  bypassActors: BypassActor[];
  rules: RuleRecord[];
  readonly createdAt: string;
  updatedAt: string;
};

export type StatusRecord = {
  readonly id: number;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creatorId: number;
  readonly createdAt: string;
};
