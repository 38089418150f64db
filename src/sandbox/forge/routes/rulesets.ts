/** Rulesets, and the rules that apply to a branch. */
import { z } from "zod";
import { param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { plannedRoute } from "../http/planned-route.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import type { Route } from "../http/router.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { rulesetsFor } from "../operations/repository/branch-rules.js";
import type { BypassActor, RuleRecord, RulesetRecord } from "../records/protection.js";

const READ = { permissions: ["metadata:read"], role: "read" } as const;
const WRITE = { permissions: ["administration:write"], role: "admin" } as const;

export const rulesetsRoutes: readonly Route[] = [
  plannedRoute("GET /repos/{owner}/{repo}/rules/branches/{branch}", READ, (call) => {
    const rules = rulesetsFor(call.repository, param(call, "branch")).flatMap((ruleset) =>
      ruleset.rules.map((rule) => ({ ...rule, ...sourceOf(call, ruleset) })),
    );
    return pageReply(call, rules, (rule) => rule);
  }),
  plannedRoute("GET /repos/{owner}/{repo}/rulesets", READ, (call) =>
    pageReply(call, [...call.repository.rulesets.values()], (ruleset) => brief(call, ruleset)),
  ),
  plannedRoute("POST /repos/{owner}/{repo}/rulesets", WRITE, createRuleset),
  plannedRoute("GET /repos/{owner}/{repo}/rulesets/{ruleset_id}", READ, (call) => ok(full(call, named(call)))),
  plannedRoute("PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}", WRITE, changeRuleset),
  plannedRoute("DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}", WRITE, (call) => {
    call.repository.rulesets.delete(named(call).id);
    return noContent();
  }),
];

function named(call: RepositoryCall): RulesetRecord {
  const ruleset = call.repository.rulesets.get(Number(param(call, "ruleset_id")));
  if (ruleset === undefined) throw notFound();
  return ruleset;
}

const sourceOf = ({ hub, repository }: RepositoryCall, { id }: RulesetRecord) => ({
  ruleset_source_type: "Repository",
  ruleset_source: fullName(hub.state, repository),
  ruleset_id: id,
});

const Target = z.enum(["branch", "tag", "push"]);
const Enforcement = z.enum(["active", "disabled", "evaluate"]);
const Change = z.looseObject({
  name: z.string().min(1).optional(),
  target: Target.optional(),
  enforcement: Enforcement.optional(),
  bypass_actors: z
    .array(
      z.looseObject({
        actor_id: z.number().int().nullish(),
        actor_type: z.enum(["Integration", "OrganizationAdmin", "RepositoryRole", "Team", "DeployKey"]),
        bypass_mode: z.enum(["always", "pull_request", "exempt"]).default("always"),
      }),
    )
    .optional(),
  conditions: z
    .looseObject({
      ref_name: z
        .looseObject({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() })
        .optional(),
    })
    .optional(),
  rules: z
    .array(z.looseObject({ type: z.string(), parameters: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});
type Change = z.infer<typeof Change>;
const New = Change.extend({ name: z.string().min(1), enforcement: Enforcement });

function createRuleset(call: RepositoryCall): Reply {
  const { hub, repository } = call;
  const requested = readBody(call, New);
  const ruleset: RulesetRecord = {
    id: hub.nextId(),
    name: requested.name,
    target: "branch",
    enforcement: requested.enforcement,
    include: [],
    exclude: [],
    bypassActors: [],
    rules: [],
    createdAt: hub.now(),
    updatedAt: hub.now(),
  };
  apply(ruleset, requested);
  repository.rulesets.set(ruleset.id, ruleset);
  return created(full(call, ruleset));
}

function changeRuleset(call: RepositoryCall): Reply {
  const ruleset = named(call);
  apply(ruleset, readBody(call, Change));
  ruleset.updatedAt = call.hub.now();
  return ok(full(call, ruleset));
}

/** Missing fields stay as they are. */
function apply(ruleset: RulesetRecord, { name, target, enforcement, bypass_actors, conditions, rules }: Change): void {
  ruleset.name = name ?? ruleset.name;
  ruleset.target = target ?? ruleset.target;
  ruleset.enforcement = enforcement ?? ruleset.enforcement;
  ruleset.include = conditions?.ref_name?.include ?? ruleset.include;
  ruleset.exclude = conditions?.ref_name?.exclude ?? ruleset.exclude;
  if (bypass_actors !== undefined) {
    ruleset.bypassActors = bypass_actors.map(
      ({ actor_id = null, actor_type, bypass_mode }): BypassActor => ({ actor_id, actor_type, bypass_mode }),
    );
  }
  if (rules !== undefined) {
    ruleset.rules = rules.map(
      ({ type, parameters }): RuleRecord => (parameters === undefined ? { type } : { type, parameters }),
    );
  }
}

function brief(call: RepositoryCall, ruleset: RulesetRecord) {
  const { hub, repository } = call;
  const name = fullName(hub.state, repository);
  return {
    id: ruleset.id,
    node_id: nodeId("RepositoryRuleset", repository.id, ruleset.id),
    name: ruleset.name,
    target: ruleset.target,
    source_type: "Repository",
    source: name,
    enforcement: ruleset.enforcement,
    created_at: ruleset.createdAt,
    updated_at: ruleset.updatedAt,
    _links: {
      self: { href: hub.urls.api(`/repos/${name}/rulesets/${ruleset.id}`) },
      html: { href: hub.urls.html(`/${name}/rules/${ruleset.id}`) },
    },
  };
}

function full(call: RepositoryCall, ruleset: RulesetRecord) {
  return {
    ...brief(call, ruleset),
    bypass_actors: ruleset.bypassActors,
    conditions: { ref_name: { include: ruleset.include, exclude: ruleset.exclude } },
    rules: ruleset.rules,
  };
}
