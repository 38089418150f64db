import type { GateRequest } from "../domain/gates/gate-request.js";
import type { Instant, Sha } from "../domain/ids.js";
import type { Refusal } from "../domain/refusal.js";
import type { ChangedPath } from "../features/seals/seal-violations.js";
import type { FileToWrite } from "./effect.js";
import type { DirectEffect, JobEffect } from "./effect-table.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Observed } from "./observation.js";

/** A repository as the loop knows it: by id, because names change. */
export type RepositoryRef = {
  readonly id: number;
  readonly installation: number;
  readonly owner: string;
  readonly name: string;
};

/** What the state branch holds: nothing yet, a state, or files that must not be overwritten because nobody can read them. */
export type LoadedState =
  | { readonly kind: "none" }
  | { readonly kind: "loaded"; readonly head: Sha; readonly state: FactoryState }
  | { readonly kind: "unreadable"; readonly head: Sha; readonly problem: Refusal };

/** A state that was the newest a while ago, and the branch it is on. */
export type RecalledState = Extract<LoadedState, { kind: "loaded" }> & { readonly branch: string };

/** One state commit: compare-and-swap on the head that was read. */
export type StateCommit = {
  readonly expectedHead: Sha | null;
  readonly message: string;
  readonly files: readonly FileToWrite[];
};

export type CommitResult = { readonly kind: "committed"; readonly head: Sha } | { readonly kind: "lost-race" };

/** State in git, on its own branch. */
export type StateStore = {
  /** The state as it is answered, unless this process itself has replaced that: then what it wrote. */
  load(repository: RepositoryRef): Promise<LoadedState>;
  /** The newest state that this process has read or written, without asking whether it still is the newest. */
  recall(repository: RepositoryRef): RecalledState | undefined;
  /** From now on the next answer is believed, whatever this process has read or written. */
  forget(repository: RepositoryRef): void;
  commit(repository: RepositoryRef, commit: StateCommit): Promise<CommitResult>;
  /** Files of the state branch at a commit; one that does not exist is left out of the answer. */
  read(repository: RepositoryRef, head: Sha, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A git blob as text, wherever it lies. */
  readBlob(repository: RepositoryRef, blob: Sha): Promise<string>;
};

/** What the loop's state makes it look at; nothing else is asked for. */
export type ObservationQuery = {
  /** Branches whose newest pull request matters. */
  readonly branches: readonly string[];
  /** The base that each complete branch is judged on. */
  readonly judgedOn: Readonly<Record<string, Sha>>;
  readonly startLabel: string;
  readonly quickLabel: string;
  /** Every label of ours, to be told which ones do not exist. */
  readonly labels: readonly string[];
  /** Null before there is a state: then no comment can be a command. */
  readonly commentsSince: Instant | null;
  /** Comments at that instant that have been read: nothing more is asked about them. */
  readonly commentsRead: readonly number[];
  /** The request that is being worked on: who asked for it was settled when it began. */
  readonly requestInWork: number | null;
  /** Gate runs that are awaited; none means that no run is looked for. */
  readonly gateRuns: readonly GateRequest[];
  /** Whether people's review comments are asked for: only while a task is in work. */
  readonly remarksSince: Instant | null;
  /** The branch whose head tells whether the state is still the one that this look is made for; null where that is not asked. */
  readonly stateBranch: string | null;
  /** Whether every open pull request matters, where modules have shipped. */
  readonly sealing: boolean;
  /** Whether modules are known to have shipped, whatever the default branch says. */
  readonly shipped: boolean;
};

/** What a pull request changes at this head; or that it has another one by now, or is too large to be listed. */
export type ChangedFiles =
  | { readonly kind: "listed"; readonly changes: readonly ChangedPath[] }
  | { readonly kind: "too-many"; readonly files: number }
  | { readonly kind: "moved" };

/** One file of a commit. */
export type TreeEntry = { readonly path: string; readonly blob: Sha; readonly size: number; readonly mode: string };

/** A file's content by its name in git, and how long it is. */
export type SizedBlob = Pick<TreeEntry, "blob" | "size">;

type CommitFacts = { readonly parents: readonly Sha[]; readonly key: string | null };

/** A commit's files, to read from; nothing can be written through it. */
export type RepositoryReader = {
  /** Every file of a commit. A tree that GitHub cuts off is an error, never a short list. */
  tree(repository: RepositoryRef, commit: Sha): Promise<readonly TreeEntry[]>;
  blob(repository: RepositoryRef, blob: Sha): Promise<string>;
  /** The texts of many by few requests; null for what is not text. */
  blobs(repository: RepositoryRef, blobs: readonly SizedBlob[]): Promise<ReadonlyMap<Sha, string | null>>;
  /** What a pull request changes; GitHub lists at most 3,000 files. */
  changedFiles(repository: RepositoryRef, pull: { readonly number: number; readonly head: Sha }): Promise<ChangedFiles>;
  /** A commit's parents, the first one first, and the key it carries if it is one of ours. */
  commit(repository: RepositoryRef, commit: Sha): Promise<CommitFacts>;
  /** The version tags, `v...`, each with the commit it stands on. */
  versionTags(repository: RepositoryRef): Promise<ReadonlyMap<string, Sha>>;
};

/** Whether something is owed by a state that was committed just now and by none before it; otherwise it may stand already. */
type Due = { readonly isNew: boolean };

/** Something to be done now, and whether it can stand already. */
export type PendingEffect = { readonly effect: DirectEffect; readonly due: Due };

/** Whether anything was changed; where that is one commit more on a branch, which one. */
export type Performed = boolean | { readonly head: Sha };

/** GitHub, as eyes and hands. */
export type Forge = {
  observe(repository: RepositoryRef, query: ObservationQuery): Promise<Observed>;
  /** Looks before it creates, unless nobody can have done it; says whether anything had to be changed. */
  perform(repository: RepositoryRef, effect: DirectEffect, due?: Due): Promise<Performed>;
  /** The same for several, by as few requests as can be; the answers come in the same order. */
  performTogether?(repository: RepositoryRef, pending: readonly PendingEffect[]): Promise<readonly Performed[]>;
};

/** A long job: a model call or a gate run. Its result comes back as events, with the files they refer to. */
export type JobResult = {
  readonly events: readonly FactoryEvent[];
  readonly files: readonly FileToWrite[];
  /** A reconcile that did not come to its end was given it, too, and may have taken it. */
  readonly handedBefore?: true;
  /** It could not be done now; what is above is all it leaves. Nobody starts it again before that instant. */
  readonly again?: { readonly until: Instant; readonly why: string };
  /** What broke it after a model was called, for the log. What is above is paid, and it is tried again. */
  readonly broken?: unknown;
};

export type { JobEffect };

/** A job that failed may well fail again: it is tried again after so long, whoever hears of nothing meanwhile. */
export const AFTER_FAILURE_MS = 120_000;

export type Jobs = {
  /** Starts the job unless one with this key is running; a finished one has already come back as an event. */
  start(repository: RepositoryRef, effect: JobEffect): void | Promise<void>;
  /** Cancels what runs for a repository: pause is absolute. */
  cancelAll(repository: RepositoryRef): void | Promise<void>;
};

export type Clock = { now(): Instant };
