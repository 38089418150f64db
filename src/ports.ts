import type { Effect, FileToWrite, JobEffect } from "./domain/factory/effect.js";
import type { FactoryState } from "./domain/factory/factory-state.js";
import type { Intent } from "./domain/factory/intent.js";
import type { Observed } from "./domain/factory/observed.js";
import type { GateRequest } from "./domain/gates/gate-request.js";
import type { Instant, Sha } from "./domain/ids.js";
import type { Refusal } from "./domain/refusal.js";
import type { ChangedPath } from "./domain/ship/seal-violations.js";

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

/** One state commit: compare-and-swap on the head that was read. */
export type StateCommit = {
  readonly expectedHead: Sha | null;
  readonly message: string;
  readonly files: readonly FileToWrite[];
};

export type CommitResult = { readonly kind: "committed"; readonly head: Sha } | { readonly kind: "lost-race" };

/** State in git, on its own branch. */
export type StateStore = {
  load(repository: RepositoryRef): Promise<LoadedState>;
  commit(repository: RepositoryRef, commit: StateCommit): Promise<CommitResult>;
  /** Files of the state branch at a commit; one that does not exist is left out of the answer. */
  read(repository: RepositoryRef, head: Sha, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A git blob as text, wherever it lies. */
  readBlob(repository: RepositoryRef, blob: Sha): Promise<string>;
};

/** What the loop's state makes it look at; nothing else is asked for. */
export type Wanted = {
  /** Branches whose newest pull request matters. */
  readonly branches: readonly string[];
  readonly startLabel: string;
  readonly quickLabel: string;
  /** Every label of ours, to be told which ones do not exist. */
  readonly labels: readonly string[];
  /** Null before there is a state: then no comment can be a command. */
  readonly commentsSince: Instant | null;
  /** Gate runs that are awaited; none means that no run is looked for. */
  readonly gateRuns: readonly GateRequest[];
  /** Whether people's review comments are asked for: only while a task is in work. */
  readonly remarksSince: Instant | null;
  /** Whether every open pull request matters, where modules have shipped. */
  readonly sealing: boolean;
};

/** What a pull request changes at this head; or that it has another one by now, or is too large to be listed. */
export type ChangedFiles =
  | { readonly kind: "listed"; readonly changes: readonly ChangedPath[] }
  | { readonly kind: "too-many"; readonly files: number }
  | { readonly kind: "moved" };

/** One file of a commit. */
export type TreeEntry = { readonly path: string; readonly blob: Sha; readonly size: number; readonly mode: string };

/** A commit's files, to read from; nothing can be written through it. */
export type RepositoryReader = {
  /** Every file of a commit. A tree that GitHub cuts off is an error, never a short list. */
  tree(repository: RepositoryRef, commit: Sha): Promise<readonly TreeEntry[]>;
  blob(repository: RepositoryRef, blob: Sha): Promise<string>;
  /** What a pull request changes; GitHub lists at most 3,000 files. */
  changedFiles(repository: RepositoryRef, pull: { readonly number: number; readonly head: Sha }): Promise<ChangedFiles>;
  /** The version tags, `v...`, each with the commit it stands on. */
  versionTags(repository: RepositoryRef): Promise<ReadonlyMap<string, Sha>>;
};

/** GitHub, as eyes and hands. */
export type Forge = {
  observe(repository: RepositoryRef, wanted: Wanted): Promise<Observed>;
  /** Looks before it creates; says whether anything had to be changed. */
  perform(repository: RepositoryRef, effect: Exclude<Effect, JobEffect>): Promise<boolean>;
};

/** A long job: a model call or a gate run. Its result comes back as intents, with the files they refer to. */
export type JobResult = { readonly intents: readonly Intent[]; readonly files: readonly FileToWrite[] };

export type { JobEffect };

export type Jobs = {
  /** Starts the job unless one with this key is running; a finished one has already come back as an intent. */
  start(repository: RepositoryRef, effect: JobEffect): void;
  /** Cancels what runs for a repository: pause is absolute. */
  cancelAll(repository: RepositoryRef): void;
};

export type Clock = { now(): Instant };
