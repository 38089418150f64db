import type { Instant, Sha } from "../ids.js";

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
  readonly closedBy: string | null;
  readonly approvals: readonly { readonly by: Actor; readonly at: Instant; readonly head: Sha }[];
};

/** An open issue that carries the factory's label, and who put it there. */
export type ObservedRequest = {
  readonly issue: number;
  readonly title: string;
  readonly body: string;
  readonly labelledBy: Actor;
  readonly labelledAt: Instant;
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
};

/** What GitHub showed at one moment. The loop decides from this and its own state, from nothing else. */
export type Observed = {
  readonly repository: { readonly id: number; readonly fullName: string; readonly defaultBranch: string };
  readonly defaultHead: Sha | null;
  readonly rootFiles: readonly string[];
  readonly spec: ObservedFile;
  readonly config: ObservedFile;
  readonly workflowInstalled: boolean;
  readonly pulls: readonly ObservedPull[];
  readonly requests: readonly ObservedRequest[];
  readonly comments: readonly ObservedComment[];
  /** Our own keyed comments by key: the sticky ones with a digest of their body. */
  readonly stickies: readonly {
    readonly key: string;
    readonly id: number;
    readonly issue: number;
    readonly body: string;
  }[];
};
