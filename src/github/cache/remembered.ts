import type { GateReport } from "../../domain/gates/gate-report.js";
import type { GateNonce } from "../../domain/gates/gate-request.js";
import type { Digest, Sha } from "../../domain/ids.js";
import type { QueueAccess } from "../client/queue-access.js";
import type { PullDetails } from "../observe/pull-query.js";
import type { OpenPull } from "../observe/sealing-query.js";
import { boundedMap } from "./bounded-map.js";
import { createKnownPulls, type KnownPulls } from "./known-pulls.js";
import { createKnownSeals, type KnownSeals } from "./known-seals.js";

/** A run that was just dispatched: GitHub lists it only seconds later. */
type DispatchedRun = { readonly runId: number; readonly url: string };

/**
 * What this process did a moment ago and GitHub does not show yet. It is only an optimisation: after a restart the same
 * is observed, at worst after one unnecessary observation or run.
 */
export type Remembered = {
  noteDispatch(nonce: GateNonce, run: DispatchedRun | null): void;
  /** A run that was found in a listing: from then on it is asked for by its id. */
  noteRun(nonce: GateNonce, run: DispatchedRun): void;
  /** Undefined if this process did not dispatch it; null if GitHub did not return the run. */
  dispatched(nonce: GateNonce): DispatchedRun | null | undefined;
  /** Whether it is so recent that GitHub may not show the run yet. */
  isJustDispatched(nonce: GateNonce): boolean;
  noteRefusedMerge(pull: RefusedMerge, why: string): void;
  refusedMerge(pull: RefusedMerge): string | null;
  /** The facts for a merge from the last observation. They hold for one attempt, which may change them. */
  noteMerge(pull: NumberedPull, facts: MergeFacts): void;
  takeMerge(pull: NumberedPull): MergeFacts | undefined;
  /** A merge that the App itself refuses; null once it does not. */
  noteHeldMerge(pull: RefusedMerge, held: HeldMerge | null): void;
  heldMerge(pull: RefusedMerge): HeldMerge | null;
  /** One of our comments as this process left it: its text can be replaced without searching it again. */
  noteComment(at: OnIssue, comment: WrittenComment | null): void;
  comment(at: OnIssue): WrittenComment | undefined;
  /** A check run of ours, as this process left it; null when it must be looked for. */
  noteCheckRun(at: OnCommit, run: WrittenRun | null): void;
  checkRun(at: OnCommit): WrittenRun | undefined;
  /** The newest run of this key in an observation: a different one that is remembered is obsolete. */
  sawCheckRun(at: OnCommit, run: Pick<WrittenRun, "id" | "nodeId">): void;
  /** The report of a run's attempt never changes. */
  noteReport(run: RunAttempt, report: GateReport): void;
  report(run: RunAttempt): GateReport | undefined;
  noteDefaultBranch(owner: string, repo: string, branch: string): void;
  /** The default branch in the last observation. */
  defaultBranch(owner: string, repo: string): string | undefined;
  /** Whether a commit is in another's history never changes. */
  noteHistory(pair: InHistory, isIn: boolean): void;
  history(pair: InHistory): boolean | undefined;
  /** The GraphQL id of an observed object, which never changes. */
  noteNode(node: Named, id: string): void;
  nodeId(node: Named): string | undefined;
  /** How merge queues are asked about there. After an hour the permission is tried again: somebody may have granted it. */
  noteQueueAccess(owner: string, repo: string, access: QueueAccess): void;
  queueAccess(owner: string, repo: string): QueueAccess;
  noteShipped(owner: string, repo: string): void;
  /** Whether shipped modules were observed there. */
  hasShipped(owner: string, repo: string): boolean;
  /** By the repository's id: another repository of the same name has other pull requests. */
  pulls(repository: number): KnownPulls<PullDetails>;
  seals(repository: number): KnownSeals<OpenPull>;
};

/** The repository itself, or a pull request or label of it. */
type Named = { readonly owner: string; readonly repo: string; readonly pull?: number; readonly label?: string };

type InHistory = { readonly owner: string; readonly repo: string; readonly commit: Sha; readonly of: Sha };

type RunAttempt = {
  readonly owner: string;
  readonly repo: string;
  readonly nonce: GateNonce;
  readonly run: string;
};

/** One of our objects, by its key. */
type Keyed = { readonly owner: string; readonly repo: string; readonly key: string };
type OnIssue = Keyed & { readonly issue: number };
type OnCommit = Keyed & { readonly head: Sha };

type WrittenComment = { readonly id: number; readonly nodeId: string; readonly body: string };
type WrittenRun = {
  /** Null where GraphQL made it and its id does not fit into 32 bits: then only GraphQL can change it. */
  readonly id: number | null;
  readonly nodeId: string;
  readonly digest: string;
  readonly isCompleted: boolean;
  readonly isAnnotated: boolean;
};

type NumberedPull = { readonly owner: string; readonly repo: string; readonly number: number };
type RefusedMerge = NumberedPull & { readonly head: Sha };

/** What the repository allows, and the state of the pull request. */
export type MergeFacts = {
  readonly squashMergeAllowed: boolean;
  readonly mergeCommitAllowed: boolean;
  readonly rebaseMergeAllowed: boolean;
  readonly pullRequest: {
    readonly id: string;
    readonly state: string;
    readonly headRefOid: Sha;
    readonly changedFiles: number;
    readonly baseRefName: string;
    readonly isMergeQueueEnabled: boolean;
    readonly isInMergeQueue: boolean;
  };
};

/** The reason and the scope: the configuration can widen the scope without a new head. */
type HeldMerge = { readonly why: string; readonly scope: Digest };

/** Reports are large, and not needed once both parts of a round are there. */
const KEPT_REPORTS = 50;
/** A repository has a handful. */
const KEPT_NODES = 5_000;

/** GitHub shows a run within seconds. One that it does not show after this long may be lost. */
const SHOWN_WITHIN_MS = 2 * 60_000;

const QUEUE_HELD_MS = 60 * 60_000;

export function createRemembered(now: () => number): Remembered {
  const dispatches = boundedMap<{ readonly run: DispatchedRun | null; readonly at: number }>();
  const refusals = boundedMap<string>();
  const merges = boundedMap<MergeFacts>();
  const held = boundedMap<HeldMerge | null>();
  const comments = boundedMap<WrittenComment | null>();
  const runs = boundedMap<WrittenRun | null>();
  const branches = boundedMap<string>();
  const reports = boundedMap<GateReport>(KEPT_REPORTS);
  const attempt = ({ owner, repo, nonce, run }: RunAttempt) => `${owner}/${repo} ${nonce} ${run}`;
  const queues = boundedMap<{ readonly access: QueueAccess; readonly at: number }>();
  const shipped = boundedMap<true>();
  const nodes = boundedMap<string>(KEPT_NODES);
  const named = ({ owner, repo, pull = 0, label = "" }: Named) => `${owner}/${repo}#${pull} ${label.toLowerCase()}`;
  const histories = boundedMap<boolean>();
  const inHistory = ({ owner, repo, commit, of }: InHistory) => `${owner}/${repo} ${commit} ${of}`;
  const onIssue = ({ owner, repo, issue, key }: OnIssue) => `${owner}/${repo}#${issue} ${key}`;
  const onCommit = ({ owner, repo, head, key }: OnCommit) => `${owner}/${repo}@${head} ${key}`;
  const numbered = ({ owner, repo, number }: NumberedPull) => `${owner}/${repo}#${number}`;
  const keyOf = ({ head, ...pull }: RefusedMerge) => `${numbered(pull)}@${head}`;
  const pulls = new Map<number, KnownPulls<PullDetails>>();
  const seals = new Map<number, KnownSeals<OpenPull>>();
  return {
    noteDispatch: (nonce, run) => dispatches.set(nonce, { run, at: now() }),
    noteRun: (nonce, run) => dispatches.set(nonce, { run, at: dispatches.get(nonce)?.at ?? Number.NEGATIVE_INFINITY }),
    dispatched: (nonce) => dispatches.get(nonce)?.run,
    isJustDispatched: (nonce) => now() - (dispatches.get(nonce)?.at ?? Number.NEGATIVE_INFINITY) < SHOWN_WITHIN_MS,
    noteRefusedMerge: (pull, why) => refusals.set(keyOf(pull), why),
    refusedMerge: (pull) => refusals.get(keyOf(pull)) ?? null,
    noteMerge: (pull, facts) => merges.set(numbered(pull), facts),
    takeMerge(pull) {
      const facts = merges.get(numbered(pull));
      merges.delete(numbered(pull));
      return facts;
    },
    noteHeldMerge: (pull, merge) => held.set(keyOf(pull), merge),
    heldMerge: (pull) => held.get(keyOf(pull)) ?? null,
    noteComment: (at, comment) => comments.set(onIssue(at), comment),
    comment: (at) => comments.get(onIssue(at)) ?? undefined,
    noteCheckRun(at, run) {
      runs.set(onCommit(at), run);
      for (const known of [...pulls.values(), ...seals.values()]) known.forgetHead(at.head);
    },
    checkRun: (at) => runs.get(onCommit(at)) ?? undefined,
    sawCheckRun(at, seen) {
      const known = runs.get(onCommit(at));
      if (known === undefined || known === null) return;
      const isOther = known.id === null || seen.id === null ? known.nodeId !== seen.nodeId : known.id < seen.id;
      if (isOther) runs.set(onCommit(at), null);
    },
    noteReport: (run, report) => reports.set(attempt(run), report),
    report: (run) => reports.get(attempt(run)),
    noteDefaultBranch: (owner, repo, branch) => branches.set(`${owner}/${repo}`, branch),
    defaultBranch: (owner, repo) => branches.get(`${owner}/${repo}`),
    noteHistory: (pair, isIn) => histories.set(inHistory(pair), isIn),
    history: (pair) => histories.get(inHistory(pair)),
    noteNode: (node, id) => nodes.set(named(node), id),
    nodeId: (node) => nodes.get(named(node)),
    noteQueueAccess: (owner, repo, access) => queues.set(`${owner}/${repo}`, { access, at: now() }),
    queueAccess(owner, repo) {
      const known = queues.get(`${owner}/${repo}`);
      return known === undefined || now() - known.at > QUEUE_HELD_MS ? "permitted" : known.access;
    },
    noteShipped: (owner, repo) => shipped.set(`${owner}/${repo}`, true),
    hasShipped: (owner, repo) => shipped.get(`${owner}/${repo}`) ?? false,
    pulls: (repository) => kept(pulls, repository, () => createKnownPulls<PullDetails>(now)),
    seals: (repository) => kept(seals, repository, () => createKnownSeals<OpenPull>(now)),
  };
}

function kept<Value>(values: Map<number, Value>, key: number, create: () => Value): Value {
  const value = values.get(key) ?? create();
  values.set(key, value);
  return value;
}
