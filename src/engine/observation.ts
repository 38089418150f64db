import type { GateReport } from "../domain/gates/gate-report.js";
import type { GateNonce } from "../domain/gates/gate-request.js";
import type { Digest, Instant, Sha } from "../domain/ids.js";
import type { RemarkId } from "../features/halts/decision-state.js";

/**
 * A person or a program on GitHub. `role` is `role_name`; null if it could not be read, which counts as no permission.
 */
export type Actor = { readonly login: string; readonly type: string; readonly role: string | null };

/** A file of the default branch that people write: absent, unusable with the reason, or its text and git blob. */
export type ObservedFile =
  | { readonly status: "absent" }
  | { readonly status: "unusable"; readonly why: string; readonly blob: Sha | null }
  | { readonly status: "present"; readonly blob: Sha; readonly text: string };

/**
 * One of our pull requests, recognised by its branch. `key` is the trailer of its head commit: the last effect that
 * wrote there.
 */
export type ObservedPull = {
  readonly number: number;
  readonly branch: string;
  readonly head: Sha;
  readonly key: string | null;
  readonly state: "open" | "closed" | "merged";
  readonly mergeSha: Sha | null;
  /** The trees of the head and of the merge commit, to be compared after the merge (decisions.md#merge-only-what-was-judged). */
  readonly headTree: Sha | null;
  readonly mergeTree: Sha | null;
  /** The commit of the base branch that the merge commit follows. */
  readonly mergedOnto: Sha | null;
  /** Whether its base has a merge queue, which may put it behind others. */
  readonly byQueue: boolean;
  /** A squash by the queue, or by the person whose review is required, would repeat the messages of its commits. */
  readonly squashRepeats: boolean;
  /** Whether it is in that queue now. The queue then judges what is merged before it. */
  readonly inQueue: boolean;
  /** When and why the queue last removed it without merging; null if it never did, or if it is queued again. */
  readonly leftQueue: { readonly at: Instant; readonly reason: string | null } | null;
  readonly closedBy: string | null;
  /** Its branch is gone. Deleting the branch of an open pull request closes it. */
  readonly branchDeleted: boolean;
  readonly approvals: readonly { readonly by: Actor; readonly at: Instant; readonly head: Sha }[];
  /** Whether GitHub could merge it now; unknown until GitHub has computed it. */
  readonly mergeable: "yes" | "conflicting" | "unknown";
  /** Why GitHub would refuse to merge it now, such as a required review; null if it would not. */
  readonly mergeBlockedBy: string | null;
  /** Why GitHub or the App last refused to merge this head. The merge is tried again all the same. */
  readonly mergeRefused: string | null;
  /** Keys of our reviews on it. */
  readonly reviews: readonly string[];
  /** Our check runs on the head, by `external_id`, with the digest of their content. */
  readonly checks: readonly { readonly key: string; readonly digest: Digest | null }[];
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** The parents of the head: two if it is a merge. */
  readonly headParents: readonly Sha[];
  /**
   * The key of our commit that the head merges with one other; null if the head is no merge, or that commit had no key.
   */
  readonly joinedKey: string | null;
  /**
   * The judged base, if the head merges a commit that was on the default branch after it but is not its head any more;
   * null otherwise.
   */
  readonly joinedAfter: Sha | null;
  /** Whether the rules of its base require it to be up to date, and it is not. */
  readonly isBehind: boolean;
  /** The author of the head commit: our own login, or the person who pushed. */
  readonly headAuthor: string | null;
};

/** A run that GitHub has just started. */
export type StartedGateRun = { readonly nonce: GateNonce; readonly runId: number; readonly url: string };

/** One of our gate runs, found only by its nonce. */
export type ObservedGateRun = StartedGateRun &
  (
    | { readonly state: "queued" | "running" }
    /** Completed with a valid report of ours about these commits. */
    | { readonly state: "reported"; readonly report: GateReport }
    /** Completed without a usable report: the infrastructure failed, or the report was refused. */
    | { readonly state: "unusable"; readonly why: string }
  );

/** What a person wrote in a review of one of our pull requests: on a line, on a file, or about the whole. */
export type ObservedRemark = {
  readonly id: RemarkId;
  readonly pull: number;
  readonly author: Actor;
  readonly path: string | null;
  readonly line: number | null;
  /** The first comment of the thread; null for the text of the review itself. */
  readonly thread: number | null;
  readonly body: string;
  readonly createdAt: Instant;
};

/** An open issue with the factory's label, and who set the label. */
export type ObservedRequest = {
  readonly issue: number;
  readonly title: string;
  readonly body: string;
  readonly labelledBy: Actor;
  readonly labelledAt: Instant;
  /** The last people to edit its text and its title, if that was after the label. */
  readonly changedSince: readonly Actor[];
  readonly quick: boolean;
};

/** A comment that was not read yet, or one of ours, which shows what was posted. */
export type ObservedComment = {
  readonly id: number;
  readonly issue: number;
  readonly author: Actor;
  readonly own: boolean;
  readonly body: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly edited: boolean;
  /** An App wrote it in the name of its author. */
  readonly viaApp: boolean;
};

/** Any open pull request, as far as it matters to what is sealed. */
export type ObservedProposal = {
  readonly number: number;
  readonly head: Sha;
  /** The branch that it is to be merged into. */
  readonly base: string;
  readonly fork: boolean;
  /** The digest of the inputs of our newest seal check on the head; null if there is none. */
  readonly judged: string | null;
};

/** A merge queue's own branch: a pull request on top of those that are merged before it. */
export type ObservedMergeGroup = {
  readonly number: number;
  readonly head: Sha;
  readonly judged: string | null;
};

/** Open pull requests and merge groups in a repository that has shipped modules. */
export type ObservedSealing = {
  /** The trees of the code index and of the shipped versions. They determine what is sealed. */
  readonly trees: readonly (Sha | null)[];
  /** The digest of the inputs of our newest check on the default branch's head. */
  readonly watched: string | null;
  readonly proposals: readonly ObservedProposal[];
  readonly mergeGroups: readonly ObservedMergeGroup[];
};

/** What GitHub showed at one moment. The loop decides from this and its own state alone. */
export type Observed = {
  readonly repository: {
    readonly id: number;
    readonly fullName: string;
    readonly defaultBranch: string;
    /**
     * Archived repositories and forks are not touched. A fork inherits its parent's configuration, but not its consent.
     */
    readonly archived: boolean;
    readonly fork: boolean;
  };
  /** Whether the App is installed on all repositories or on selected ones; null if it did not matter. */
  readonly installedOn: "all" | "selected" | null;
  readonly defaultHead: Sha | null;
  /** The head of the state branch, if it was requested. */
  readonly stateHead: Sha | null;
  readonly rootFiles: readonly string[];
  readonly spec: ObservedFile;
  readonly config: ObservedFile;
  /** The gates workflow as it is installed. */
  readonly workflow: ObservedFile;
  /** Our labels that the repository does not have. */
  readonly missingLabels: readonly string[];
  readonly pulls: readonly ObservedPull[];
  readonly requests: readonly ObservedRequest[];
  readonly comments: readonly ObservedComment[];
  readonly gateRuns: readonly ObservedGateRun[];
  readonly remarks: readonly ObservedRemark[];
  /** Keys of our replies in review threads. */
  readonly replies: readonly string[];
  /** Null if no module has shipped, or if it was not requested. */
  readonly sealing: ObservedSealing | null;
  /** Our keyed comments, by key. */
  readonly stickies: readonly {
    readonly key: string;
    readonly id: number;
    readonly issue: number;
    readonly body: string;
  }[];
};
