import { acting, param, query, type RepositoryCall } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageOf } from "../http/pagination.js";
import { created, ok, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { runsOf, suitesOf } from "../operations/checks/check-suites.js";
import { rerequestSuite } from "../operations/checks/request-check.js";
import type { CheckSuiteRecord } from "../records/check.js";
import { checkSuiteJson } from "../resources/check-suite.js";
import { listRuns, READ_CHECKS, WRITE_CHECKS } from "./check-runs.js";
import { theCommit } from "./commits.js";

export const checkSuitesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/check-suites/{check_suite_id}", READ_CHECKS, async (call) =>
    ok(await shown(call, theSuite(call))),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs", READ_CHECKS, (call) =>
    listRuns(call, runsOf(call.repository, theSuite(call))),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest", WRITE_CHECKS, async (call) => {
    await rerequestSuite(call.hub, acting(call), { repository: call.repository, suite: theSuite(call) });
    return created({});
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/commits/{ref}/check-suites", READ_CHECKS, listSuites),
];

const shown = ({ hub, repository }: RepositoryCall, suite: CheckSuiteRecord) => checkSuiteJson(hub, repository, suite);

function theSuite(call: RepositoryCall): CheckSuiteRecord {
  const suite = call.repository.checkSuites.get(Number(param(call, "check_suite_id")));
  if (suite === undefined) throw notFound();
  return suite;
}

async function listSuites(call: RepositoryCall): Promise<Reply> {
  const { sha } = await theCommit(call, param(call, "ref"));
  const appId = query(call, "app_id");
  const name = query(call, "check_name");
  const suites = suitesOf(call.repository, sha).filter(
    (suite) =>
      (appId === undefined || suite.appId === Number(appId)) &&
      (name === undefined || runsOf(call.repository, suite).some((run) => run.name === name)),
  );
  const page = pageOf(call, suites);
  const items = await Promise.all(page.items.map((suite) => shown(call, suite)));
  return reply(200, { total_count: suites.length, check_suites: items }, page.headers);
}
