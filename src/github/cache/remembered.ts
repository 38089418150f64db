import type { GateReport } from "../../domain/gates/gate-report.js";
import type { GateNonce } from "../../domain/gates/gate-request.js";
import type { Digest, Sha } from "../../domain/ids.js";
import { boundedMap } from "./bounded-map.js";

/** A run that was just dispatched: GitHub lists it only seconds later. */
type DispatchedRun = { readonly runId: number; readonly url: string };

/**
 * What this process did a moment ago and GitHub does not show yet. Nothing depends on it: after a restart the same is
 * found by looking, at worst after one needless look or run.
 */
export type Remembered = {
  noteDispatch(nonce: GateNonce, run: DispatchedRun | null): void;
  /** Undefined when this process did not dispatch it; null when GitHub did not say which run it became. */
  dispatched(nonce: GateNonce): DispatchedRun | null | undefined;
  /** Whether that was so short a time ago that GitHub need not show the run yet. */
  isJustDispatched(nonce: GateNonce): boolean;
  noteRefusedMerge(pull: RefusedMerge, why: string): void;
  refusedMerge(pull: RefusedMerge): string | null;
  /** What a merge depends on, as the last look showed it. It holds for one attempt, which may change it. */
  noteMerge(pull: NumberedPull, facts: MergeFacts): void;
  takeMerge(pull: NumberedPull): MergeFacts | undefined;
  /** A merge that the App itself will not make; null once nothing holds it. */
  noteHeldMerge(pull: RefusedMerge, held: HeldMerge | null): void;
  heldMerge(pull: RefusedMerge): HeldMerge | null;
  /** A comment of ours that was found, as this process left it: its text can be replaced without looking for it again. */
  noteComment(at: OnIssue, comment: WrittenComment | null): void;
  comment(at: OnIssue): WrittenComment | undefined;
  /** A check run of ours, as this process left it. */
  noteCheckRun(at: OnCommit, run: WrittenRun): void;
  checkRun(at: OnCommit): WrittenRun | undefined;
  /** The newest run of this key that a look showed: if it is not the one that is remembered, that one is history. */
  sawCheckRun(at: OnCommit, id: number): void;
  /** What an attempt of a run reported never changes. */
  noteReport(run: RunAttempt, report: GateReport): void;
  report(run: RunAttempt): GateReport | undefined;
  noteDefaultBranch(owner: string, repo: string, branch: string): void;
  /** As the last look showed it. */
  defaultBranch(owner: string, repo: string): string | undefined;
  /** Whether a commit is in another's history never changes. */
  noteHistory(pair: InHistory, isIn: boolean): void;
  history(pair: InHistory): boolean | undefined;
  /** What GraphQL calls something that a look showed; that never changes. */
  noteNode(node: Named, id: string): void;
  nodeId(node: Named): string | undefined;
  noteShipped(owner: string, repo: string): void;
  /** Whether modules were seen to have shipped there. */
  hasShipped(owner: string, repo: string): boolean;
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

/** Something of ours, by its key. */
type Keyed = { readonly owner: string; readonly repo: string; readonly key: string };
type OnIssue = Keyed & { readonly issue: number };
type OnCommit = Keyed & { readonly head: Sha };

type WrittenComment = { readonly id: number; readonly nodeId: string; readonly body: string };
type WrittenRun = {
  readonly id: number;
  readonly nodeId: string;
  readonly digest: string;
  readonly isCompleted: boolean;
  readonly isAnnotated: boolean;
};

type NumberedPull = { readonly owner: string; readonly repo: string; readonly number: number };
type RefusedMerge = NumberedPull & { readonly head: Sha };

/** What the repository allows, and where the pull request stands. */
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

/** Why, and in which scope: the configuration can open it without a new head. */
type HeldMerge = { readonly why: string; readonly scope: Digest };

/** Reports are large, and of no use once both parts of a round are in. */
const KEPT_REPORTS = 50;
/** A repository has a handful. */
const KEPT_NODES = 5_000;

/** GitHub shows a run within seconds. One that it does not show after this long may never come. */
const SHOWN_WITHIN_MS = 2 * 60_000;

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
  const shipped = boundedMap<true>();
  const nodes = boundedMap<string>(KEPT_NODES);
  const named = ({ owner, repo, pull = 0, label = "" }: Named) => `${owner}/${repo}#${pull} ${label.toLowerCase()}`;
  const histories = boundedMap<boolean>();
  const inHistory = ({ owner, repo, commit, of }: InHistory) => `${owner}/${repo} ${commit} ${of}`;
  const onIssue = ({ owner, repo, issue, key }: OnIssue) => `${owner}/${repo}#${issue} ${key}`;
  const onCommit = ({ owner, repo, head, key }: OnCommit) => `${owner}/${repo}@${head} ${key}`;
  const numbered = ({ owner, repo, number }: NumberedPull) => `${owner}/${repo}#${number}`;
  const keyOf = ({ head, ...pull }: RefusedMerge) => `${numbered(pull)}@${head}`;
  return {
    noteDispatch: (nonce, run) => dispatches.set(nonce, { run, at: now() }),
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
    noteCheckRun: (at, run) => runs.set(onCommit(at), run),
    checkRun: (at) => runs.get(onCommit(at)) ?? undefined,
    sawCheckRun(at, id) {
      if ((runs.get(onCommit(at))?.id ?? id) < id) runs.set(onCommit(at), null);
    },
    noteReport: (run, report) => reports.set(attempt(run), report),
    report: (run) => reports.get(attempt(run)),
    noteDefaultBranch: (owner, repo, branch) => branches.set(`${owner}/${repo}`, branch),
    defaultBranch: (owner, repo) => branches.get(`${owner}/${repo}`),
    noteHistory: (pair, isIn) => histories.set(inHistory(pair), isIn),
    history: (pair) => histories.get(inHistory(pair)),
    noteNode: (node, id) => nodes.set(named(node), id),
    nodeId: (node) => nodes.get(named(node)),
    noteShipped: (owner, repo) => shipped.set(`${owner}/${repo}`, true),
    hasShipped: (owner, repo) => shipped.get(`${owner}/${repo}`) ?? false,
  };
}
