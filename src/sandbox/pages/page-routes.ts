/** Every page and form, by path. The paths are GitHub's, so that each `html_url` works. */
import type { Call } from "../forge/http/call.js";
import type { Reply } from "../forge/http/reply.js";
import { type Endpoint, openRoute } from "../forge/http/route.js";
import type { Route } from "../forge/http/router.js";
import { type Asset, assetReply, avatarReply } from "./assets.js";
import type { FindRoute } from "./forms/ask-api.js";
import {
  changeLabel,
  type FormAction,
  mergePull,
  openIssue,
  postComment,
  postReview,
  pressCheck,
} from "./forms/form-actions.js";
import { seeOther } from "./forms/see-other.js";
import type { Moved, Page } from "./layout.js";
import type { Markdown } from "./markdown/markdown.js";
import { homeReply, repositoryReply } from "./page-reply.js";
import { actionsPage } from "./views/actions.js";
import { blobPage } from "./views/blob.js";
import { checkPage } from "./views/check.js";
import { commitPage } from "./views/commit.js";
import { commitsPage } from "./views/commits.js";
import { homePage } from "./views/home.js";
import { issuePage } from "./views/issue.js";
import { issueListPage } from "./views/issue-list.js";
import { newIssuePage } from "./views/new-issue.js";
import { pullChecksPage } from "./views/pull-checks.js";
import { pullCommitsPage } from "./views/pull-commits.js";
import { pullConversationPage } from "./views/pull-conversation.js";
import { pullFilesPage } from "./views/pull-files.js";
import { releasePage, releasesPage } from "./views/releases.js";
import { runPage } from "./views/run.js";
import { repositoryPage, treePage } from "./views/tree.js";
import { type RepositoryVisit, repositoryVisitOf, visitOf } from "./visit.js";

type View = (visit: RepositoryVisit, params: Call["params"]) => Page | Moved | Promise<Page | Moved>;

const VIEWS: Readonly<Record<string, View>> = {
  "": (visit) => repositoryPage(visit),
  "/tree/{ref}": (visit, { ref = "" }) => treePage(visit, ref),
  "/blob/{ref}": (visit, { ref = "" }) => blobPage(visit, ref),
  "/commits/{ref}": (visit, { ref = "" }) => commitsPage(visit, ref),
  "/commit/{sha}": (visit, { sha = "" }) => commitPage(visit, sha),
  "/issues": (visit) => issueListPage(visit, "issues"),
  "/issues/new": (visit) => newIssuePage(visit),
  "/issues/{number}": (visit, { number = "" }) => issuePage(visit, number),
  "/pulls": (visit) => issueListPage(visit, "pulls"),
  "/pull/{number}": (visit, { number = "" }) => pullConversationPage(visit, number),
  "/pull/{number}/commits": (visit, { number = "" }) => pullCommitsPage(visit, number),
  "/pull/{number}/checks": (visit, { number = "" }) => pullChecksPage(visit, number),
  "/pull/{number}/files": (visit, { number = "" }) => pullFilesPage(visit, number),
  "/runs/{check}": (visit, { check = "" }) => checkPage(visit, check),
  "/actions": (visit) => actionsPage(visit),
  "/actions/runs/{run}": (visit, { run = "" }) => runPage(visit, run),
  "/actions/runs/{run}/job/{job}": ({ urls, owner, name }, { run = "", job = "" }) => ({
    movedTo: `${urls.run(owner, name, Number(run))}#job-${Number(job)}`,
  }),
  "/releases": (visit) => releasesPage(visit),
  "/releases/tag/{tag}": (visit, { tag = "" }) => releasePage(visit, tag),
};

const FORMS: Readonly<Record<string, FormAction>> = {
  "/issues": openIssue,
  "/issues/{number}/comments": postComment,
  "/issues/{number}/labels": changeLabel,
  "/pull/{number}/reviews": postReview,
  "/pull/{number}/merge": mergePull,
  "/runs/{check}/actions": pressCheck,
};

export type PageParts = {
  readonly markdown: Markdown;
  /** The routes of the REST API, which forms use. */
  readonly findRoute: FindRoute;
  readonly assets: ReadonlyMap<string, Asset>;
};

export function pageRoutes({ markdown, findRoute, assets }: PageParts): Route[] {
  const inRepository = (method: "GET" | "POST", rest: string): Endpoint => `${method} /{owner}/{repo}${rest}`;
  return [
    openRoute("GET /", (call) => homeReply(homePage(visitOf(call, markdown)))),
    openRoute("GET /_pages/{asset}", (call) => assetReply(assets, call)),
    openRoute("GET /avatars/u/{id}", avatarReply),
    ...Object.entries(VIEWS).map(([rest, view]) =>
      openRoute(inRepository("GET", rest), async (call): Promise<Reply> => {
        const visit = repositoryVisitOf(call, markdown);
        return repositoryReply(visit, await view(visit, call.params));
      }),
    ),
    ...Object.entries(FORMS).map(([rest, act]) =>
      openRoute(inRepository("POST", rest), async (call) =>
        seeOther(call, await act(repositoryVisitOf(call, markdown), call, findRoute)),
      ),
    ),
  ];
}
