/** The whole REST API. A new area is one more file in routes/ and one more line here. */
import type { Rates } from "./http/rate-limit.js";
import type { Route } from "./http/router.js";
import { appRoutes } from "./routes/app.js";
import { appHookRoutes } from "./routes/app-hook.js";
import { artifactsRoutes } from "./routes/artifacts.js";
import { assigneesRoutes } from "./routes/assignees.js";
import { branchesRoutes } from "./routes/branches.js";
import { checkRunsRoutes } from "./routes/check-runs.js";
import { checkSuitesRoutes } from "./routes/check-suites.js";
import { collaboratorsRoutes } from "./routes/collaborators.js";
import { commitsRoutes } from "./routes/commits.js";
import { contentsRoutes } from "./routes/contents.js";
import { gitObjectRoutes } from "./routes/git-objects.js";
import { invitationsRoutes } from "./routes/invitations.js";
import { issueCommentsRoutes } from "./routes/issue-comments.js";
import { issuesRoutes } from "./routes/issues.js";
import { labelsRoutes } from "./routes/labels.js";
import { metaRoutes } from "./routes/meta.js";
import { protectionRoutes } from "./routes/protection.js";
import { pullsRoutes } from "./routes/pulls.js";
import { reactionsRoutes } from "./routes/reactions.js";
import { refsRoutes } from "./routes/refs.js";
import { releasesRoutes } from "./routes/releases.js";
import { repositoriesRoutes } from "./routes/repositories.js";
import { repositorySettingsRoutes } from "./routes/repository-settings.js";
import { requestedReviewersRoutes } from "./routes/requested-reviewers.js";
import { reviewCommentsRoutes } from "./routes/review-comments.js";
import { reviewsRoutes } from "./routes/reviews.js";
import { rulesetsRoutes } from "./routes/rulesets.js";
import { statusesRoutes } from "./routes/statuses.js";
import { workflowJobsRoutes } from "./routes/workflow-jobs.js";
import { workflowRunsRoutes } from "./routes/workflow-runs.js";
import { workflowsRoutes } from "./routes/workflows.js";

export function allRoutes(rates: Rates): readonly Route[] {
  return [
    ...appRoutes,
    ...appHookRoutes,
    ...assigneesRoutes,
    ...artifactsRoutes,
    ...branchesRoutes,
    ...checkRunsRoutes,
    ...checkSuitesRoutes,
    ...collaboratorsRoutes,
    ...commitsRoutes,
    ...contentsRoutes,
    ...gitObjectRoutes,
    ...invitationsRoutes,
    ...issueCommentsRoutes,
    ...issuesRoutes,
    ...labelsRoutes,
    ...metaRoutes(rates),
    ...protectionRoutes,
    ...pullsRoutes,
    ...reactionsRoutes,
    ...refsRoutes,
    ...releasesRoutes,
    ...repositoriesRoutes,
    ...repositorySettingsRoutes,
    ...requestedReviewersRoutes,
    ...reviewCommentsRoutes,
    ...reviewsRoutes,
    ...rulesetsRoutes,
    ...statusesRoutes,
    ...workflowJobsRoutes,
    ...workflowRunsRoutes,
    ...workflowsRoutes,
  ];
}
