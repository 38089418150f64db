/**
 * `workflow_dispatch`: the file at the given ref declares the inputs and is what runs (decisions.md#github-actions).
 */
import type { Json } from "../../../runner/expressions/expression-scope.js";
import { githubContext, type RunFacts } from "../../../runner/job/github-context.js";
import { planRun } from "../../../runner/plan-run.js";
import type { Acting } from "../../context.js";
import { unprocessable } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { fullName, theAccount } from "../../lookup.js";
import type { RunRecord } from "../../records/actions.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf, branchRef, tagOf, tagRef } from "../../ref-names.js";
import { resolveCommit } from "../../resolve.js";
import { simpleUser } from "../../resources/account.js";
import { repositoryJson } from "../../resources/repository.js";
import { GRAPHQL_PATH } from "../../urls.js";
import { publish } from "../../webhooks/events.js";
import { ACTIONS_APP_ID, createSuite } from "../checks/check-suites.js";
import { latestAttempt } from "./attempt.js";
import { textAt, type Workflow } from "./discover-workflows.js";
import { checkInputs } from "./dispatch-inputs.js";
import { requestAttempt } from "./queue-run.js";

export type Dispatch = {
  readonly repository: RepositoryRecord;
  readonly workflow: Workflow;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, unknown>>;
};

export async function dispatchWorkflow(hub: Hub, acting: Acting, dispatch: Dispatch): Promise<RunRecord> {
  const { repository, workflow, inputs } = dispatch;
  const { record, name } = workflow;
  if (record.isDisabled) throw unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow");
  const git = hub.git(repository);
  const ref = [dispatch.ref, branchRef(dispatch.ref), tagRef(dispatch.ref)].find((candidate) =>
    git.refs.has(candidate),
  );
  const commit = ref === undefined ? undefined : await resolveCommit(git, ref, repository.defaultBranch);
  if (ref === undefined || commit === undefined) throw unprocessable(`No ref found for: ${dispatch.ref}`);
  const text = await textAt(git, commit.sha, record.path);
  const file = text === undefined ? undefined : { path: record.path, text };
  const given = checkInputs(hub.profile, file, inputs);
  record.lastRunNumber += 1;
  const id = hub.nextId();
  const headBranch = branchOf(ref) ?? tagOf(ref) ?? null;
  const run: RunRecord = {
    id,
    workflowId: record.id,
    path: record.path,
    name,
    displayTitle: name,
    number: record.lastRunNumber,
    ref,
    headSha: commit.sha,
    actorId: acting.user.id,
    inputs,
    suiteId: createSuite(hub, repository, { appId: ACTIONS_APP_ID, headSha: commit.sha, headBranch, workflowRunId: id })
      .id,
    attempts: [],
    artifactIds: [],
    createdAt: hub.now(),
  };
  run.displayTitle = titleOf(hub, { repository, run, text: text ?? "" }) ?? name;
  repository.runs.set(id, run);
  const payload = () => ({ inputs: Object.keys(given).length === 0 ? null : given, ref, workflow: record.path });
  await publish(hub, acting, { name: "workflow_dispatch", action: null, repository, payload });
  await requestAttempt(hub, acting, { repository, run });
  return run;
}

/** `run-name` is evaluated at once. A file that cannot be run keeps its name, and its run reports the error. */
function titleOf(
  hub: Hub,
  at: { readonly repository: RepositoryRecord; readonly run: RunRecord; readonly text: string },
): string | undefined {
  const { repository, run, text } = at;
  const github = githubContext(runFacts(hub, repository, run), actionsUrls(hub));
  const plan = planRun({ file: { path: run.path, text }, inputs: run.inputs, github });
  return plan.ok ? plan.value.displayTitle : undefined;
}

export function actionsUrls({ urls }: Hub): { server: string; api: string; graphql: string } {
  return { server: urls.origin, api: urls.api(""), graphql: `${urls.origin}${GRAPHQL_PATH}` };
}

/** The facts of a run that the runner needs. */
export function runFacts(hub: Hub, repository: RepositoryRecord, run: RunRecord): RunFacts {
  const attempt = run.attempts.length === 0 ? 1 : latestAttempt(run).number;
  const actor = theAccount(hub.state, run.actorId);
  const event = {
    inputs: run.inputs,
    ref: run.ref,
    workflow: run.path,
    repository: repositoryJson(hub, repository),
    sender: simpleUser(hub, actor),
  };
  return {
    repository: { id: repository.id, fullName: fullName(hub.state, repository), ownerId: repository.ownerId },
    run: { id: run.id, number: run.number, attempt },
    workflowPath: run.path,
    ref: run.ref,
    commit: run.headSha,
    actor: { id: actor.id, login: actor.login },
    // A round trip through JSON removes undefined values, like in the runner's event file.
    event: JSON.parse(JSON.stringify(event)) as Record<string, Json>,
  };
}
