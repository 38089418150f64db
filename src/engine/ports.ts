import type { GateNonce, GateRequest } from "../domain/gates/gate-request.js";
import type { Instant, Sha } from "../domain/ids.js";
import type { Refusal } from "../domain/refusal.js";
import type { ChangedPath } from "../features/seals/seal-violations.js";
import type { FileToWrite } from "./effects/effect-parts.js";
import type { DirectEffect, JobEffect } from "./effects/effect-table.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Observed, StartedGateRun } from "./observation.js";

/** A repository, identified by id because names change. */
export type RepositoryRef = {
  readonly id: number;
  readonly installation: number;
  readonly owner: string;
  readonly name: string;
};

/** The content of the state branch: nothing yet, a state, or files that cannot be read and must not be overwritten. */
export type LoadedState =
  | { readonly kind: "none" }
  | { readonly kind: "loaded"; readonly head: Sha; readonly state: FactoryState }
  | { readonly kind: "unreadable"; readonly head: Sha; readonly problem: Refusal };

/** A state that was recently the newest, and its branch. */
export type RecalledState = Extract<LoadedState, { kind: "loaded" }> & { readonly branch: string };

/** One state commit: compare-and-swap on the head that was read. */
export type StateCommit = {
  readonly expectedHead: Sha | null;
  readonly message: string;
  readonly files: readonly FileToWrite[];
};

export type CommitResult = { readonly kind: "committed"; readonly head: Sha } | { readonly kind: "lost-race" };

/** The state in git, on its own branch. */
export type StateStore = {
  /** Loads the state. If GitHub answers with a state that this process has replaced, the newer one is returned. */
  load(repository: RepositoryRef): Promise<LoadedState>;
  /** The newest state that this process has read or written. It may not be the newest any more. */
  recall(repository: RepositoryRef): RecalledState | undefined;
  /** Trusts the next answer of GitHub, whatever this process has read or written. */
  forget(repository: RepositoryRef): void;
  commit(repository: RepositoryRef, commit: StateCommit): Promise<CommitResult>;
  /** Files of the state branch at a commit. Files that do not exist are left out. */
  read(repository: RepositoryRef, head: Sha, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A git blob as text, wherever it lies. */
  readBlob(repository: RepositoryRef, blob: Sha): Promise<string>;
};

/** What the state requires to be observed. */
export type ObservationQuery = {
  /** Branches whose newest pull request matters. */
  readonly branches: readonly string[];
  /** The base that each complete branch is judged on. */
  readonly judgedOn: Readonly<Record<string, Sha>>;
  readonly startLabel: string;
  readonly quickLabel: string;
  /** All of our labels, to find the missing ones. */
  readonly labels: readonly string[];
  /** Null before there is a state: no comment can be a command then. */
  readonly commentsSince: Instant | null;
  /** Comments at that instant that were already read. */
  readonly commentsRead: readonly number[];
  /** The request in progress. Its author was checked when it started. */
  readonly requestInWork: number | null;
  /** Gate runs that are awaited. If empty, runs are not observed. */
  readonly gateRuns: readonly GateRequest[];
  /** The ids of runs that have started, by which they are asked for first. */
  readonly startedRuns: readonly { readonly nonce: GateNonce; readonly run_id: number }[];
  /** Whether people's review comments are observed: only while a task is in progress. */
  readonly remarksSince: Instant | null;
  /**
   * The branch whose head shows whether the state is still the one that this observation is made for; null if that is
   * not needed.
   */
  readonly stateBranch: string | null;
  /** Whether every open pull request matters, if modules have shipped. */
  readonly sealing: boolean;
  /** Whether modules are known to have shipped, whatever the default branch has. */
  readonly shipped: boolean;
};

/** What a pull request changes at this head; or that the head is stale, or that the list is too long. */
export type ChangedFiles =
  | { readonly kind: "listed"; readonly changes: readonly ChangedPath[] }
  | { readonly kind: "too-many"; readonly files: number }
  | { readonly kind: "moved" };

/** One file of a commit. */
export type TreeEntry = { readonly path: string; readonly blob: Sha; readonly size: number; readonly mode: string };

/** A file's content by its blob id, and its length. */
export type SizedBlob = Pick<TreeEntry, "blob" | "size">;

type CommitFacts = { readonly parents: readonly Sha[]; readonly key: string | null };

/** Reads the files of a commit. */
export type RepositoryReader = {
  /** Every file of a commit. A tree that GitHub truncates is an error, never a short list. */
  tree(repository: RepositoryRef, commit: Sha): Promise<readonly TreeEntry[]>;
  blob(repository: RepositoryRef, blob: Sha): Promise<string>;
  /** The texts of many blobs in few requests; null for what is not text. */
  blobs(repository: RepositoryRef, blobs: readonly SizedBlob[]): Promise<ReadonlyMap<Sha, string | null>>;
  /** What a pull request changes; GitHub lists at most 3,000 files. */
  changedFiles(repository: RepositoryRef, pull: { readonly number: number; readonly head: Sha }): Promise<ChangedFiles>;
  /** A commit's parents in order, and its key if it is one of ours. */
  commit(repository: RepositoryRef, commit: Sha): Promise<CommitFacts>;
  /** The version tags, `v...`, with their commits. */
  versionTags(repository: RepositoryRef): Promise<ReadonlyMap<string, Sha>>;
};

/** Whether only the state that was just committed calls for the effect. Otherwise it may exist on GitHub already. */
type Due = { readonly isNew: boolean };

/** Something to be done now, and whether it can stand already. */
export type PendingEffect = { readonly effect: DirectEffect; readonly due: Due };

/** Whether anything was changed; if it was a commit on a branch, its id; if it was a gate run, what GitHub says of it. */
export type Performed = boolean | { readonly head: Sha } | { readonly run: StartedGateRun };

/** GitHub: observing it, and performing effects there. */
export type Forge = {
  observe(repository: RepositoryRef, query: ObservationQuery): Promise<Observed>;
  /** Looks before it creates, unless nobody can have done it; says whether anything had to be changed. */
  perform(repository: RepositoryRef, effect: DirectEffect, due?: Due): Promise<Performed>;
  /** The same for several, by as few requests as can be; the answers come in the same order. */
  performTogether?(repository: RepositoryRef, pending: readonly PendingEffect[]): Promise<readonly Performed[]>;
};

/** The result of a job, such as a model call: events, with the files that they refer to. */
export type JobResult = {
  readonly events: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  /** An earlier reconcile that did not finish had it, too, and may have taken it. */
  readonly handedBefore?: true;
  /**
   * The job could not be done now; the events and files above are all it has. It is not started again before that
   * instant.
   */
  readonly again?: { readonly until: Instant; readonly why: string };
  /**
   * The error that ended the job after a model was called, for the log. The calls above are paid, and the job is tried
   * again.
   */
  readonly broken?: unknown;
};

export type { JobEffect };

/** A job that failed is tried again after this time, even without any event. */
export const AFTER_FAILURE_MS = 120_000;

export type Jobs = {
  /** Starts the job unless one with this key is running. A finished one has already come back as an event. */
  start(repository: RepositoryRef, effect: JobEffect): void | Promise<void>;
  /** Cancels all jobs of a repository, because a pause stops everything. */
  cancelAll(repository: RepositoryRef): void | Promise<void>;
};

export type Clock = { now(): Instant };
