/** Workflow runs: read, cancelled, run again. */
import { acting, param, query, type RepositoryCall } from "../http/call.js";
import { conflict, forbidden, notFound } from "../http/errors.js";
import { pageOf } from "../http/pagination.js";
import { accepted, created, ok, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount } from "../lookup.js";
import { latestAttempt } from "../operations/actions/attempt.js";
import { requestAttempt } from "../operations/actions/queue-run.js";
import type { RunRecord } from "../records/actions.js";
import { headBranch, workflowRunJson } from "../resources/workflow-run.js";
import { READ_ACTIONS, theWorkflow, WRITE_ACTIONS } from "./workflows.js";

export const workflowRunsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/actions/runs", READ_ACTIONS, (call) => listRuns(call, () => true)),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs", READ_ACTIONS, async (call) => {
    const { record } = await theWorkflow(call);
    return listRuns(call, ({ workflowId }) => workflowId === record.id);
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/runs/{run_id}", READ_ACTIONS, async (call) =>
    ok(await workflowRunJson(call.hub, call.repository, { run: theRun(call) })),
  ),
  repositoryRoute(
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}",
    READ_ACTIONS,
    async (call) => {
      const run = theRun(call);
      return ok(await workflowRunJson(call.hub, call.repository, { run, attempt: theAttempt(call, run) }));
    },
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel", WRITE_ACTIONS, cancel),
  repositoryRoute("POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun", WRITE_ACTIONS, rerun),
];

export function theRun(call: RepositoryCall): RunRecord {
  const run = call.repository.runs.get(Number(param(call, "run_id")));
  if (run === undefined) throw notFound();
  return run;
}

export function theAttempt(call: RepositoryCall, run: RunRecord) {
  const attempt = run.attempts[Number(param(call, "attempt_number")) - 1];
  if (attempt === undefined) throw notFound();
  return attempt;
}

/** Newest first. Like on GitHub, `status` also accepts a conclusion. */
async function listRuns(call: RepositoryCall, isRequested: (run: RunRecord) => boolean): Promise<Reply> {
  const { hub, repository } = call;
  const requested = filters(call);
  const isIndexed = ({ createdAt }: RunRecord) => hub.clock() - Date.parse(createdAt) >= hub.runIndexLagMs;
  const runs = [...repository.runs.values()]
    .filter((run) => isRequested(run) && requested.every((fits) => isIndexed(run) && fits(run)))
    .reverse();
  const page = pageOf(call, runs);
  const json = await Promise.all(page.items.map((run) => workflowRunJson(hub, repository, { run })));
  return reply(200, { total_count: runs.length, workflow_runs: json }, page.headers);
}

function filters(call: RepositoryCall): ((run: RunRecord) => boolean)[] {
  const actorId = (login: string) => findAccount(call.hub.state, login)?.id;
  const known: Record<string, (run: RunRecord, value: string) => boolean> = {
    actor: (run, value) => run.actorId === actorId(value),
    branch: (run, value) => headBranch(run) === value,
    event: (_run, value) => value === "workflow_dispatch",
    head_sha: (run, value) => run.headSha === value,
    check_suite_id: (run, value) => run.suiteId === Number(value),
    created: (run, value) => isWithin(run.createdAt, value),
    status: (run, value) => {
      const { status, conclusion } = latestAttempt(run);
      return status === value || conclusion === value;
    },
  };
  return Object.entries(known).flatMap(([name, fits]) => {
    const value = query(call, name);
    return value === undefined ? [] : [(run: RunRecord) => fits(run, value)];
  });
}

/** Search syntax: `>=2026-01-01`, `2026-01-01..2026-02-01`, or a day. */
function isWithin(at: string, range: string): boolean {
  const [from = "", to] = range.split("..");
  if (to !== undefined) return (from === "*" || at >= from) && (to === "*" || at.slice(0, to.length) <= to);
  const [, operator = "", date = ""] = /^(>=|<=|>|<)?(.*)$/.exec(range) ?? [];
  const day = at.slice(0, date.length);
  if (operator === "") return day === date;
  if (operator === ">=") return day >= date;
  if (operator === "<=") return day <= date;
  return operator === ">" ? day > date : day < date;
}

function cancel(call: RepositoryCall): Reply {
  const run = theRun(call);
  if (latestAttempt(run).status === "completed") throw conflict("Cannot cancel a workflow run that is completed.");
  call.hub.runs.cancel(run.id);
  return accepted({});
}

async function rerun(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const run = theRun(call);
  if (latestAttempt(run).status !== "completed") throw forbidden("This workflow is already running");
  await requestAttempt(hub, acting(call), { repository, run });
  return created({});
}
