import type { Role } from "./account.js";
import type { ArtifactRecord, JobRecord, RunRecord, WorkflowRecord } from "./actions.js";
import type { CheckRunRecord, CheckSuiteRecord } from "./check.js";
import type { IssueCommentRecord, IssueRecord, LabelRecord } from "./issue.js";
import type { LabelEventRecord } from "./label-event.js";
import type { ProtectionRecord, RulesetRecord, StatusRecord } from "./protection.js";
import type { PullRecord, ReviewCommentRecord, ReviewRecord } from "./pull.js";
import type { ReleaseRecord } from "./release.js";

export const MERGE_METHODS = ["merge", "squash", "rebase"] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

export type RepositorySettings = {
  allowMergeCommit: boolean;
  allowSquashMerge: boolean;
  allowRebaseMerge: boolean;
  allowAutoMerge: boolean;
  allowUpdateBranch: boolean;
  deleteBranchOnMerge: boolean;
  hasIssues: boolean;
  /** What the words of a squash are made of, unless they are given. A repository that was stored without has GitHub's defaults. */
  squashTitle?: SquashTitle;
  squashMessage?: SquashMessage;
};

export const SQUASH_TITLES = ["COMMIT_OR_PR_TITLE", "PR_TITLE"] as const;
type SquashTitle = (typeof SQUASH_TITLES)[number];
export const SQUASH_MESSAGES = ["COMMIT_MESSAGES", "PR_BODY", "BLANK"] as const;
type SquashMessage = (typeof SQUASH_MESSAGES)[number];

export function squashWords({ squashTitle, squashMessage }: RepositorySettings): {
  readonly title: SquashTitle;
  readonly message: SquashMessage;
} {
  return { title: squashTitle ?? "COMMIT_OR_PR_TITLE", message: squashMessage ?? "COMMIT_MESSAGES" };
}

export type InvitationRecord = {
  readonly id: number;
  readonly inviteeId: number;
  readonly inviterId: number;
  role: Role;
  readonly createdAt: string;
};

/**
 * Everything about one repository that git does not store. Collections are keyed by number or id, so that no request
 * has to scan all pull requests.
 */
export type RepositoryRecord = {
  readonly id: number;
  ownerId: number;
  name: string;
  description: string | null;
  homepage: string | null;
  private: boolean;
  archived: boolean;
  defaultBranch: string;
  topics: string[];
  settings: RepositorySettings;
  readonly forkOfId: number | null;
  readonly createdAt: string;
  updatedAt: string;
  pushedAt: string;
  readonly collaborators: Map<number, Role>;
  /** Outside collaborators that have not accepted yet, by the invitation's id. */
  readonly invitations: Map<number, InvitationRecord>;
  /** Branches, tags and pull refs as last announced by webhooks. They are compared with git at start. */
  readonly refs: Map<string, string>;
  lastNumber: number;
  openIssueCount: number;
  readonly labels: Map<number, LabelRecord>;
  readonly issues: Map<number, IssueRecord>;
  /** Numbers of deleted issues, with the time of deletion. */
  readonly deletedIssues: Map<number, string>;
  readonly pulls: Map<number, PullRecord>;
  /** Open pull requests by `<head repository id>:<branch>` and by base branch. */
  readonly openPullsByHead: Map<string, Set<number>>;
  readonly openPullsByBase: Map<string, Set<number>>;
  /** Pull requests by their commits, and by the commit that merged them. */
  readonly pullsByCommit: Map<string, Set<number>>;
  readonly comments: Map<number, IssueCommentRecord>;
  /** Added and removed labels, by issue number. */
  readonly labelEvents: Map<number, LabelEventRecord[]>;
  /** Hidden comments of both kinds, by id, with the reason. */
  readonly minimized: Map<number, string>;
  readonly reviews: Map<number, ReviewRecord>;
  readonly reviewComments: Map<number, ReviewCommentRecord>;
  readonly protections: Map<string, ProtectionRecord>;
  readonly rulesets: Map<number, RulesetRecord>;
  readonly statuses: Map<string, StatusRecord[]>;
  readonly checkRuns: Map<number, CheckRunRecord>;
  readonly checkSuites: Map<number, CheckSuiteRecord>;
  /** The ids of the suites of each commit. */
  readonly suitesByCommit: Map<string, number[]>;
  readonly workflows: Map<number, WorkflowRecord>;
  readonly runs: Map<number, RunRecord>;
  readonly jobs: Map<number, JobRecord>;
  readonly artifacts: Map<number, ArtifactRecord>;
  readonly releases: Map<number, ReleaseRecord>;
};

/** The empty collections of a new repository, and of one loaded from a snapshot without such a collection. */
export function emptyRepositoryCollections() {
  return {
    collaborators: new Map(),
    invitations: new Map(),
    refs: new Map(),
    labels: new Map(),
    issues: new Map(),
    deletedIssues: new Map(),
    pulls: new Map(),
    openPullsByHead: new Map(),
    openPullsByBase: new Map(),
    pullsByCommit: new Map(),
    comments: new Map(),
    labelEvents: new Map(),
    minimized: new Map(),
    reviews: new Map(),
    reviewComments: new Map(),
    protections: new Map(),
    rulesets: new Map(),
    statuses: new Map(),
    checkRuns: new Map(),
    checkSuites: new Map(),
    suitesByCommit: new Map(),
    workflows: new Map(),
    runs: new Map(),
    jobs: new Map(),
    artifacts: new Map(),
    releases: new Map(),
  } satisfies Partial<RepositoryRecord>;
}
