/** Every event that the forge sends. Their webhooks are checked against GitHub's description. */
export const EVENT_NAMES = [
  "check_run",
  "check_suite",
  "create",
  "delete",
  "installation",
  "installation_repositories",
  "issue_comment",
  "issues",
  "label",
  "member",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "push",
  "release",
  "repository",
  "status",
  "workflow_dispatch",
  "workflow_job",
  "workflow_run",
] as const;

export type EventName = (typeof EVENT_NAMES)[number];
