import type {
  App,
  CheckRun,
  CheckSuite,
  CheckSuiteCheckRunsArgs,
  CommitCheckSuitesArgs,
} from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { fullName } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import { latestRuns, runsOf, suiteState, suitesOf } from "../../operations/checks/check-suites.js";
import type { CheckRunRecord, CheckSuiteRecord } from "../../records/check.js";
import { checkApp } from "../../resources/check-app.js";
import { type Place, requireRead } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";

/** The check suites of one commit, one per App and one per workflow run. Readers of checks see them. */
export function checkSuitesConnection(place: Place, sha: string, { args, info }: Paged<CommitCheckSuitesArgs>) {
  requireRead(place, "checks:read");
  const { appId, checkName } = args.filterBy ?? {};
  const items = suitesOf(place.repository, sha)
    .filter((suite) => appId == null || suite.appId === appId)
    .filter((suite) => checkName == null || runsOf(place.repository, suite).some(({ name }) => name === checkName));
  return connection({ args, info }, { items, key: ({ id }) => id, show: (suite) => checkSuiteNode(place, suite) });
}

function checkSuiteNode(place: Place, suite: CheckSuiteRecord) {
  const { repository, shown } = place;
  const { status, conclusion } = suiteState(repository, suite);
  return {
    __typename: "CheckSuite" as const,
    id: nodeId("CheckSuite", repository.id, suite.id),
    databaseId: suite.id,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
    createdAt: suite.createdAt,
    updatedAt: suite.updatedAt,
    app: () => appNode(place, suite.appId),
    checkRuns: (args: CheckSuiteCheckRunsArgs, info: GraphQLResolveInfo) => checkRuns(place, suite, { args, info }),
    repository: shown,
  } satisfies FieldsOf<CheckSuite> & { __typename: string };
}

function appNode({ hub }: Place, id: number) {
  const { slug = "", name, description } = checkApp(hub, id) ?? {};
  return {
    __typename: "App" as const,
    id: nodeId("App", id),
    databaseId: id,
    slug,
    name,
    description,
  } satisfies FieldsOf<App> & { __typename: string };
}

/** Only the newest of each name unless all are requested: GitHub's default `checkType` is LATEST. */
function checkRuns(place: Place, suite: CheckSuiteRecord, { args, info }: Paged<CheckSuiteCheckRunsArgs>) {
  const { checkType, checkName, appId, status, statuses, conclusions } = args.filterBy ?? {};
  if (status != null || statuses != null || conclusions != null) {
    throw new GraphqlRefusal("NO_RESOLVER", "The forge does not filter check runs by status or conclusion.");
  }
  const all = runsOf(place.repository, suite);
  const items = (checkType === "ALL" ? all : latestRuns(all))
    .filter((run) => appId == null || run.appId === appId)
    .filter(({ name }) => checkName == null || name === checkName);
  return connection({ args, info }, { items, key: ({ id }) => id, show: (run) => checkRunNode(place, run) });
}

export function checkRunNode({ hub, repository, shown }: Place, run: CheckRunRecord) {
  const path = `/${fullName(hub.state, repository)}/runs/${run.id}`;
  return {
    __typename: "CheckRun" as const,
    id: nodeId("CheckRun", repository.id, run.id),
    databaseId: run.id,
    name: run.name,
    externalId: run.externalId,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    title: run.output.title,
    summary: run.output.summary,
    text: run.output.text,
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    detailsUrl: run.detailsUrl,
    url: hub.urls.html(path),
    repository: shown,
  } satisfies FieldsOf<CheckRun> & { __typename: string };
}
