import type { GateReport } from "../domain/gates/gate-report.js";
import type { GateNonce } from "../domain/gates/gate-request.js";
import type { Digest, Instant, Sha } from "../domain/ids.js";
import type { RemarkId } from "../features/halts/decision-state.js";

/** A person or a program, as GitHub tells it. `role` is `role_name`; null when it could not be read, which means no. */
export type Actor = { readonly login: string; readonly type: string; readonly role: string | null };

/** A file of the default branch that people write: absent, unusable with the reason, or its text and git blob. */
export type ObservedFile =
  | { readonly status: "absent" }
  | { readonly status: "unusable"; readonly why: string; readonly blob: Sha | null }
  | { readonly status: "present"; readonly blob: Sha; readonly text: string };

/** One of our pull requests, recognised by its branch. `key` is the trailer of its head commit: what was last written there. */
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
  /** Whether its base is merged into by a queue, which may put it behind others. */
  readonly byQueue: boolean;
  /** Whether it waits in that queue now: what is merged before it is the queue's to judge. */
  readonly inQueue: boolean;
  /** When and why the queue last let go of it without merging it; null where it never did, or has it again. */
  readonly leftQueue: { readonly at: Instant; readonly reason: string | null } | null;
  readonly closedBy: string | null;
  /** Its branch is gone; whoever deletes the branch of an open pull request closes it. */
  readonly branchDeleted: boolean;
  readonly approvals: readonly { readonly by: Actor; readonly at: Instant; readonly head: Sha }[];
  /** Whether GitHub could merge it now; unknown while it has not computed it. */
  readonly mergeable: "yes" | "conflicting" | "unknown";
  /** Why GitHub would refuse to merge it now, such as a required review; null when it would not. */
  readonly mergeBlockedBy: string | null;
  /** Why GitHub or the App itself last would not merge this head; it is tried again all the same. */
  readonly mergeRefused: string | null;
  /** Keys of our own reviews that stand there. */
  readonly reviews: readonly string[];
  /** Our own check runs on the head, by `external_id`, with the digest of what they say. */
  readonly checks: readonly { readonly key: string; readonly digest: Digest | null }[];
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** The commits that the head follows: two where it joins them. */
  readonly headParents: readonly Sha[];
  /** The key of the commit that the head joins with one other; null where it joins none, or that one had no key. */
  readonly joinedKey: string | null;
  /**
   * The judged base, where the head joins a later commit of the default branch which that does not end with any more; null
   * where it joins something else, or nothing.
   */
  readonly joinedAfter: Sha | null;
  /** Whether the rules of its base want it up to date, and it is not. */
  readonly isBehind: boolean;
  /** Who made the head commit: our own login, or the person who pushed. */
  readonly headAuthor: string | null;
};

/** A gate run of ours, found by its nonce and by nothing else. */
export type ObservedGateRun = {
  readonly nonce: GateNonce;
  readonly runId: number;
  readonly url: string;
} & (
  | { readonly state: "queued" | "running" }
  /** Completed with a report that is ours, well formed and about these commits. */
  | { readonly state: "reported"; readonly report: GateReport }
  /** Completed without one: infrastructure failed, or the report was refused, and why. */
  | { readonly state: "unusable"; readonly why: string }
);

/** What a person wrote in a review of a pull request of ours: on a line, on a file, or about the whole. */
export type ObservedRemark = {
  readonly id: RemarkId;
  readonly pull: number;
  readonly author: Actor;
  readonly path: string | null;
  readonly line: number | null;
  /** The comment that began the thread; a review's own words have none. */
  readonly thread: number | null;
  readonly body: string;
  readonly createdAt: Instant;
};

/** An open issue that carries the factory's label, and who put it there. */
export type ObservedRequest = {
  readonly issue: number;
  readonly title: string;
  readonly body: string;
  readonly labelledBy: Actor;
  readonly labelledAt: Instant;
  /** Who was the last to change its text, and its title, where that was since the label. */
  readonly changedSince: readonly Actor[];
  readonly quick: boolean;
};

/** A comment that has not been read yet, or an own one, which shows what has been said. */
export type ObservedComment = {
  readonly id: number;
  readonly issue: number;
  readonly author: Actor;
  readonly own: boolean;
  readonly body: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly edited: boolean;
  /** An App wrote it in its author's name. */
  readonly viaApp: boolean;
};

/** Any open pull request, ours or anybody's, as far as it matters to what is sealed. */
export type ObservedProposal = {
  readonly number: number;
  readonly head: Sha;
  /** The branch that it wants to be merged into. */
  readonly base: string;
  readonly fork: boolean;
  /** What our newest check about seals on the head was made from; null when there is none. */
  readonly judged: string | null;
};

/** A merge queue's own branch, which holds a pull request on top of what is merged before it. */
export type ObservedMergeGroup = {
  readonly number: number;
  readonly head: Sha;
  readonly judged: string | null;
};

/** What is open where modules have shipped. */
export type ObservedSealing = {
  /** The trees of the code index and of the shipped versions: what is sealed follows from them. */
  readonly trees: readonly (Sha | null)[];
  /** What our newest check on the default branch's head was made from. */
  readonly watched: string | null;
  readonly proposals: readonly ObservedProposal[];
  readonly mergeGroups: readonly ObservedMergeGroup[];
};

/** What GitHub showed at one moment. The loop decides from this and its own state, from nothing else. */
export type Observed = {
  readonly repository: {
    readonly id: number;
    readonly fullName: string;
    readonly defaultBranch: string;
    /** Archived repositories and forks are left alone; a fork inherits its parent's configuration, but not its consent. */
    readonly archived: boolean;
    readonly fork: boolean;
  };
  /** Whether the App was given every repository or this one by name. Null when nothing depended on it. */
  readonly installedOn: "all" | "selected" | null;
  readonly defaultHead: Sha | null;
  /** The state branch's head, where that was asked for. */
  readonly stateHead: Sha | null;
  readonly rootFiles: readonly string[];
  readonly spec: ObservedFile;
  readonly config: ObservedFile;
  /** The gates workflow as it is installed. */
  readonly workflow: ObservedFile;
  /** Which of our labels the repository does not have. */
  readonly missingLabels: readonly string[];
  readonly pulls: readonly ObservedPull[];
  readonly requests: readonly ObservedRequest[];
  readonly comments: readonly ObservedComment[];
  readonly gateRuns: readonly ObservedGateRun[];
  readonly remarks: readonly ObservedRemark[];
  /** Keys of what we have said in review threads. */
  readonly replies: readonly string[];
  /** Null where no module has shipped, or nobody asked. */
  readonly sealing: ObservedSealing | null;
  /** Our own keyed comments by key: the sticky ones with a digest of their body. */
  readonly stickies: readonly {
    readonly key: string;
    readonly id: number;
    readonly issue: number;
    readonly body: string;
  }[];
};
