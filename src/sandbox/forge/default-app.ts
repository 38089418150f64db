import type { Permissions } from "./records/app.js";

/** The permissions of the product's own App. A real App's manifest replaces them. */
export const DEFAULT_PERMISSIONS: Permissions = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  merge_queues: "read",
  pull_requests: "write",
  statuses: "write",
  administration: "read",
  workflows: "write",
};

export const DEFAULT_EVENTS: readonly string[] = [
  "check_run",
  "check_suite",
  "create",
  "delete",
  "issue_comment",
  "issues",
  "label",
  "member",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "push",
  "release",
  "repository",
  "status",
  "workflow_dispatch",
  "workflow_job",
  "workflow_run",
];
