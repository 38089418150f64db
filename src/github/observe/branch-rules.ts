import { z } from "zod";
import type { BranchRule } from "../../doctor/doctor-facts.js";

/** GitHub's rules for a branch, from rulesets. Kinds that cannot stop our merges are ignored. */
export const RulesetRules = z.array(z.looseObject({ type: z.string(), parameters: z.looseObject({}).optional() }));

const PullRequestRule = z.object({
  required_approving_review_count: z.number().default(0),
  require_code_owner_review: z.boolean().default(false),
  required_review_thread_resolution: z.boolean().default(false),
  allowed_merge_methods: z.array(z.string()).optional(),
});
const ChecksRule = z.object({
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.number().nullish() })).default([]),
});
const DeploymentsRule = z.object({ required_deployment_environments: z.array(z.string()).default([]) });

export function rulesOfRulesets(rules: z.infer<typeof RulesetRules>): BranchRule[] {
  return rules.flatMap(({ type, parameters = {} }): BranchRule[] => {
    switch (type) {
      case "pull_request": {
        const rule = PullRequestRule.parse(parameters);
        return [
          { kind: "reviews", count: rule.required_approving_review_count, codeOwners: rule.require_code_owner_review },
          ...(rule.required_review_thread_resolution ? [{ kind: "conversations-resolved" } as const] : []),
          ...(rule.allowed_merge_methods === undefined
            ? []
            : [{ kind: "merge-methods", allowed: rule.allowed_merge_methods } as const]),
        ];
      }
      case "required_status_checks": {
        const checks = ChecksRule.parse(parameters).required_status_checks;
        return [
          { kind: "checks", checks: checks.map(({ context, integration_id: appId = null }) => ({ context, appId })) },
        ];
      }
      case "required_deployments":
        return [
          { kind: "deployments", environments: DeploymentsRule.parse(parameters).required_deployment_environments },
        ];
      case "required_linear_history":
        return [{ kind: "linear-history" }];
      case "required_signatures":
        return [{ kind: "signatures" }];
      case "merge_queue":
        return [{ kind: "merge-queue" }];
      case "update":
        return [{ kind: "restricted" }];
      default:
        return [];
    }
  });
}

const Switch = z.object({ enabled: z.boolean() }).optional();

/** Classic branch protection. */
export const Protection = z.object({
  required_status_checks: z
    .object({
      contexts: z.array(z.string()).default([]),
      checks: z.array(z.object({ context: z.string(), app_id: z.number().nullish() })).optional(),
    })
    .nullish(),
  required_pull_request_reviews: z
    .object({
      required_approving_review_count: z.number().default(0),
      require_code_owner_reviews: z.boolean().default(false),
    })
    .nullish(),
  restrictions: z.object({ apps: z.array(z.object({ id: z.number() })).default([]) }).nullish(),
  required_linear_history: Switch,
  required_signatures: Switch,
  required_conversation_resolution: Switch,
  lock_branch: Switch,
});

export function rulesOfProtection(protection: z.infer<typeof Protection>, ownAppId: number): BranchRule[] {
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = protection;
  const named = checks?.checks ?? checks?.contexts.map((context) => ({ context, app_id: null }));
  return [
    ...(reviews
      ? [
          {
            kind: "reviews",
            count: reviews.required_approving_review_count,
            codeOwners: reviews.require_code_owner_reviews,
          } as const,
        ]
      : []),
    ...(named === undefined
      ? []
      : [{ kind: "checks", checks: named.map(({ context, app_id = null }) => ({ context, appId: app_id })) } as const]),
    ...(restrictions && !restrictions.apps.some(({ id }) => id === ownAppId) ? [{ kind: "restricted" } as const] : []),
    ...(protection.required_linear_history?.enabled ? [{ kind: "linear-history" } as const] : []),
    ...(protection.required_signatures?.enabled ? [{ kind: "signatures" } as const] : []),
    ...(protection.required_conversation_resolution?.enabled ? [{ kind: "conversations-resolved" } as const] : []),
    ...(protection.lock_branch?.enabled ? [{ kind: "locked" } as const] : []),
  ];
}
