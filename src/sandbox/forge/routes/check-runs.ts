/** Check runs. Only Apps create them, and only the App that created one changes it. */

import { CheckRunUpdate, changeOf, NewCheckRun } from "../check-run-body.js";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { forbidden, notFound, unprocessable } from "../http/errors.js";
import { pageOf, pageReply } from "../http/pagination.js";
import { created, ok, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { theApp } from "../lookup.js";
import {
  ACTIONS_APP_ID,
  createSuite,
  findSuite,
  latestRuns,
  runsOf,
  suitesOf,
} from "../operations/checks/check-suites.js";
import { createCheckRun, updateCheckRun } from "../operations/checks/record-check.js";
import { rerequestRun } from "../operations/checks/request-check.js";
import type { CheckRunRecord } from "../records/check.js";
import { annotationJson, checkRunJson } from "../resources/check-run.js";
import { theCommit } from "./commits.js";

export const READ_CHECKS = { permissions: ["checks:read"], role: "read" } as const;
export const WRITE_CHECKS = { permissions: ["checks:write"], role: "write" } as const;

export const checkRunsRoutes: readonly Route[] = [
  repositoryRoute("POST /repos/{owner}/{repo}/check-runs", WRITE_CHECKS, create),
  repositoryRoute("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", READ_CHECKS, (call) =>
    ok(shown(call, theRun(call))),
  ),
  repositoryRoute("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", WRITE_CHECKS, update),
  repositoryRoute("GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", READ_CHECKS, (call) => {
    const { hub, repository } = call;
    const run = theRun(call);
    return pageReply(call, run.annotations, (annotation) => annotationJson(hub, { repository, run, annotation }));
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest", WRITE_CHECKS, async (call) => {
    await rerequestRun(call.hub, acting(call), { repository: call.repository, run: theRun(call) });
    return created({});
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", READ_CHECKS, async (call) => {
    const { sha } = await theCommit(call, param(call, "ref"));
    const appId = query(call, "app_id");
    const suites = suitesOf(call.repository, sha).filter(
      (suite) => appId === undefined || suite.appId === Number(appId),
    );
    return listRuns(
      call,
      suites.flatMap((suite) => runsOf(call.repository, suite)),
    );
  }),
];

const shown = ({ hub, repository }: RepositoryCall, run: CheckRunRecord) => checkRunJson(hub, repository, run);

function theRun(call: RepositoryCall): CheckRunRecord {
  const run = call.repository.checkRuns.get(Number(param(call, "check_run_id")));
  if (run === undefined) throw notFound();
  return run;
}

/** The App of a caller. A person has none. */
export function callingApp({ hub, caller }: Pick<RepositoryCall, "hub" | "caller">): number {
  if (caller.kind === "installation") return theApp(hub.state).id;
  if (caller.kind === "job") return ACTIONS_APP_ID;
  throw forbidden("You must authenticate via a GitHub App.");
}

async function create(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const appId = callingApp(call);
  const body = readBody(call, NewCheckRun);
  if (!/^[0-9a-f]{40}$/.test(body.head_sha)) throw unprocessable(`No commit found for SHA: ${body.head_sha}`);
  const { sha: headSha } = await theCommit(call, body.head_sha);
  const suite = findSuite(repository, { appId, headSha }) ?? createSuite(hub, repository, { appId, headSha });
  const change = { ...changeOf(body), name: body.name };
  return created(shown(call, await createCheckRun(hub, acting(call), { repository, suite, change })));
}

async function update(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const run = theRun(call);
  const body = readBody(call, CheckRunUpdate);
  refuseChange(call, run, body);
  const suite = repository.checkSuites.get(run.suiteId);
  if (suite === undefined) throw new Error(`check run ${run.id} has lost its suite`);
  await updateCheckRun(hub, acting(call), { repository, suite, run, change: changeOf(body) });
  return ok(shown(call, run));
}

/** Only the App that created a run changes it, and `completed` needs a conclusion. */
export function refuseChange(
  call: Pick<RepositoryCall, "hub" | "caller">,
  run: CheckRunRecord,
  { status, conclusion, completed_at }: CheckRunUpdate,
): void {
  const appId = callingApp(call);
  if (run.appId !== appId) {
    throw forbidden(`Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`);
  }
  const isConcluded = conclusion !== undefined || run.conclusion !== null;
  if (!isConcluded && (status === "completed" || completed_at !== undefined)) {
    throw unprocessable("Invalid request.\n\nFor 'conclusion', a completed check run needs a conclusion.");
  }
}

/** Newest first. The default `filter=latest` keeps one of each name. */
export function listRuns(call: RepositoryCall, all: readonly CheckRunRecord[]): Reply {
  const name = query(call, "check_name");
  const status = query(call, "status");
  const runs = (query(call, "filter") === "all" ? all : latestRuns(all))
    .filter((run) => (name === undefined || run.name === name) && (status === undefined || run.status === status))
    .toSorted((a, b) => b.id - a.id);
  const page = pageOf(call, runs);
  return reply(200, { total_count: runs.length, check_runs: page.items.map((run) => shown(call, run)) }, page.headers);
}
