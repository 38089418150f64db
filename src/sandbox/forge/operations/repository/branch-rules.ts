/** The requirements of a branch for a given actor, from classic protection and rulesets. */
import picomatch from "picomatch";
import type { Acting, Caller } from "../../context.js";
import type { Hub } from "../../hub.js";
import { roleOf, theApp } from "../../lookup.js";
import { type Role, roleAtLeast } from "../../records/account.js";
import type {
  BypassActor,
  ProtectionRecord,
  RequiredCheck,
  RuleRecord,
  RulesetRecord,
} from "../../records/protection.js";
import type { MergeMethod, RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";

export type BranchRules = {
  readonly pullRequest: { readonly approvals: number; readonly resolveThreads: boolean } | null;
  readonly checks: readonly RequiredCheck[];
  readonly strictChecks: boolean;
  readonly forbidsForce: boolean;
  readonly forbidsDeletion: boolean;
  readonly forbidsCreation: boolean;
  readonly forbidsUpdate: boolean;
  readonly linearHistory: boolean;
  readonly mergeQueue: boolean;
  /** The queue's merge method. */
  readonly queueMethod: MergeMethod | null;
  readonly mergeMethods: readonly MergeMethod[] | null;
};

const NO_RULES: BranchRules = {
  pullRequest: null,
  checks: [],
  strictChecks: false,
  forbidsForce: false,
  forbidsDeletion: false,
  forbidsCreation: false,
  forbidsUpdate: false,
  linearHistory: false,
  mergeQueue: false,
  queueMethod: null,
  mergeMethods: null,
};

export function branchRules(
  hub: Hub,
  acting: Acting,
  at: { repository: RepositoryRecord; branch: string },
): BranchRules {
  const { repository, branch } = at;
  const protection = repository.protections.get(branch);
  const parts = [
    ...(protection === undefined || bypassesProtection(hub, acting, repository, protection)
      ? []
      : [fromProtection(acting, protection)]),
    ...rulesetsFor(repository, branch)
      .filter((ruleset) => !ruleset.bypassActors.some((actor) => isBypasser(hub, acting.caller, repository, actor)))
      .flatMap((ruleset) => ruleset.rules.map(fromRule)),
  ];
  return parts.reduce(combine, NO_RULES);
}

/** Active branch rulesets whose conditions name the branch (`~ALL`, `~DEFAULT_BRANCH` or a pattern). */
export function rulesetsFor(repository: RepositoryRecord, branch: string): RulesetRecord[] {
  const ref = branchRef(branch);
  const matches = (pattern: string) =>
    pattern === "~ALL" ||
    (pattern === "~DEFAULT_BRANCH" && branch === repository.defaultBranch) ||
    picomatch.isMatch(ref, pattern);
  return [...repository.rulesets.values()].filter(
    ({ target, enforcement, include, exclude }) =>
      target === "branch" && enforcement === "active" && include.some(matches) && !exclude.some(matches),
  );
}

/** Whether a push dismisses earlier approvals, whoever pushes. */
export function dismissesStaleReviews(repository: RepositoryRecord, branch: string): boolean {
  if (repository.protections.get(branch)?.requiredReviews?.dismissStale === true) return true;
  return rulesetsFor(repository, branch).some(({ rules }) =>
    rules.some(({ type, parameters }) => type === "pull_request" && parameters?.dismiss_stale_reviews_on_push === true),
  );
}

function bypassesProtection(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  protection: ProtectionRecord,
): boolean {
  if (protection.enforceAdmins || acting.caller.kind !== "user") return false;
  return roleAtLeast(roleOf(hub.state, repository, acting.user.id), "admin");
}

/** GitHub's ids of the built-in roles in `bypass_actors`. */
const ROLE_IDS: ReadonlyMap<number | null, Role> = new Map([
  [2, "maintain"],
  [4, "write"],
  [5, "admin"],
]);

function isBypasser(hub: Hub, caller: Caller, repository: RepositoryRecord, actor: BypassActor): boolean {
  if (actor.actor_type === "Integration") {
    return caller.kind === "installation" && actor.actor_id === theApp(hub.state).id;
  }
  if (caller.kind !== "user") return false;
  const role = roleOf(hub.state, repository, caller.user.id);
  if (actor.actor_type === "OrganizationAdmin") return roleAtLeast(role, "admin");
  const needed = actor.actor_type === "RepositoryRole" ? ROLE_IDS.get(actor.actor_id) : undefined;
  return needed !== undefined && roleAtLeast(role, needed);
}

function fromProtection(acting: Acting, protection: ProtectionRecord): BranchRules {
  const reviews = protection.requiredReviews;
  const isApp = acting.caller.kind === "installation";
  const mayPush = reviews !== null && (isApp ? reviews.bypassApp : reviews.bypassUserIds.includes(acting.user.id));
  const { restrictions } = protection;
  const restricted =
    restrictions !== null && !(isApp ? restrictions.app : restrictions.userIds.includes(acting.user.id));
  return {
    ...NO_RULES,
    pullRequest:
      reviews === null || mayPush
        ? null
        : { approvals: reviews.approvals, resolveThreads: protection.conversationResolution },
    checks: protection.requiredStatusChecks?.checks ?? [],
    strictChecks: protection.requiredStatusChecks?.strict ?? false,
    forbidsForce: !protection.allowForcePushes,
    forbidsDeletion: !protection.allowDeletions,
    forbidsCreation: protection.blockCreations && restricted,
    forbidsUpdate: protection.lockBranch || restricted,
    linearHistory: protection.linearHistory,
  };
}

function fromRule({ type, parameters = {} }: RuleRecord): BranchRules {
  switch (type) {
    case "creation":
      return { ...NO_RULES, forbidsCreation: true };
    case "update":
      return { ...NO_RULES, forbidsUpdate: true };
    case "deletion":
      return { ...NO_RULES, forbidsDeletion: true };
    case "non_fast_forward":
      return { ...NO_RULES, forbidsForce: true };
    case "required_linear_history":
      return { ...NO_RULES, linearHistory: true };
    case "merge_queue":
      return { ...NO_RULES, mergeQueue: true, queueMethod: queueMethod(parameters) };
    case "pull_request":
      return {
        ...NO_RULES,
        pullRequest: {
          approvals: Number(parameters.required_approving_review_count ?? 0),
          resolveThreads: parameters.required_review_thread_resolution === true,
        },
        mergeMethods: (parameters.allowed_merge_methods as MergeMethod[] | undefined) ?? null,
      };
    case "required_status_checks":
      return { ...NO_RULES, ...requiredChecks(parameters) };
    default:
      // Rules about names, files and scans are stored and shown. No operation of the forge can break them.
      return NO_RULES;
  }
}

const QUEUE_METHODS: ReadonlyMap<unknown, MergeMethod> = new Map([
  ["MERGE", "merge"],
  ["SQUASH", "squash"],
  ["REBASE", "rebase"],
]);

function queueMethod({ merge_method }: Readonly<Record<string, unknown>>): MergeMethod {
  return QUEUE_METHODS.get(merge_method) ?? "merge";
}

function requiredChecks(parameters: Readonly<Record<string, unknown>>) {
  const listed = (parameters.required_status_checks ?? []) as { context: string; integration_id?: number | null }[];
  return {
    checks: listed.map(({ context, integration_id }) => ({ context, appId: integration_id ?? null })),
    strictChecks: parameters.strict_required_status_checks_policy === true,
  };
}

/** All rules apply at once, so the strictest wins. */
function combine(a: BranchRules, b: BranchRules): BranchRules {
  const methods = b.mergeMethods;
  return {
    pullRequest:
      a.pullRequest === null || b.pullRequest === null
        ? (a.pullRequest ?? b.pullRequest)
        : {
            approvals: Math.max(a.pullRequest.approvals, b.pullRequest.approvals),
            resolveThreads: a.pullRequest.resolveThreads || b.pullRequest.resolveThreads,
          },
    checks: [...a.checks, ...b.checks],
    strictChecks: a.strictChecks || b.strictChecks,
    forbidsForce: a.forbidsForce || b.forbidsForce,
    forbidsDeletion: a.forbidsDeletion || b.forbidsDeletion,
    forbidsCreation: a.forbidsCreation || b.forbidsCreation,
    forbidsUpdate: a.forbidsUpdate || b.forbidsUpdate,
    linearHistory: a.linearHistory || b.linearHistory,
    mergeQueue: a.mergeQueue || b.mergeQueue,
    queueMethod: a.queueMethod ?? b.queueMethod,
    mergeMethods:
      a.mergeMethods === null || methods === null
        ? (a.mergeMethods ?? methods)
        : a.mergeMethods.filter((method) => methods.includes(method)),
  };
}
