import type { Json } from "../expressions/expression-scope.js";
import type { RunnerHost } from "../host.js";

/** The facts of a run for its `github` context: who started it and where. */
export type RunFacts = {
  readonly repository: { readonly id: number; readonly fullName: string; readonly ownerId: number };
  readonly run: { readonly id: number; readonly number: number; readonly attempt: number };
  readonly workflowPath: string;
  /** Fully qualified, such as refs/heads/main. */
  readonly ref: string;
  readonly commit: string;
  readonly actor: { readonly id: number; readonly login: string };
  /** The event's payload, as written to GITHUB_EVENT_PATH. */
  readonly event: Readonly<Record<string, Json>>;
};

export type GithubContext = Readonly<Record<string, Json>>;

/** GitHub keeps artifacts and logs for 90 days by default. */
const RETENTION_DAYS = "90";

/** The part of the context that exists before any job. */
export function githubContext(facts: RunFacts, urls: RunnerHost["urls"]): GithubContext {
  const { repository, run, actor, ref } = facts;
  const [, refType, refName] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  return {
    actor: actor.login,
    actor_id: String(actor.id),
    api_url: urls.api,
    base_ref: "",
    event: facts.event,
    event_name: "workflow_dispatch",
    graphql_url: urls.graphql,
    head_ref: "",
    ref,
    ref_name: refName ?? ref,
    ref_protected: false,
    ref_type: refType === "tags" ? "tag" : "branch",
    repository: repository.fullName,
    repository_id: String(repository.id),
    repository_owner: repository.fullName.split("/")[0] ?? "",
    repository_owner_id: String(repository.ownerId),
    repositoryUrl: `${urls.server.replace(/^http/, "git")}/${repository.fullName}.git`,
    retention_days: RETENTION_DAYS,
    run_attempt: String(run.attempt),
    run_id: String(run.id),
    run_number: String(run.number),
    server_url: urls.server,
    sha: facts.commit,
    triggering_actor: actor.login,
    workflow_ref: `${repository.fullName}/${facts.workflowPath}@${ref}`,
    workflow_sha: facts.commit,
  };
}

/** The keys that GitHub also gives as GITHUB_*. `token` is not among them: a step must request it. */
const EXPORTED = [
  "action",
  "action_path",
  "action_ref",
  "action_repository",
  "actor",
  "actor_id",
  "api_url",
  "base_ref",
  "env",
  "event_name",
  "event_path",
  "graphql_url",
  "head_ref",
  "job",
  "output",
  "path",
  "ref",
  "ref_name",
  "ref_protected",
  "ref_type",
  "repository",
  "repository_id",
  "repository_owner",
  "repository_owner_id",
  "retention_days",
  "run_attempt",
  "run_id",
  "run_number",
  "server_url",
  "sha",
  "state",
  "step_summary",
  "triggering_actor",
  "workflow",
  "workflow_ref",
  "workflow_sha",
  "workspace",
];

export function exportGithub(github: GithubContext): Record<string, string> {
  const present = EXPORTED.filter((key) => github[key] !== undefined && github[key] !== null);
  return Object.fromEntries(present.map((key) => [`GITHUB_${key.toUpperCase()}`, String(github[key])]));
}
