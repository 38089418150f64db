import type { ReleaseId } from "../domain/artifacts/artifact-id.js";
import type { GateRequest } from "../domain/gates/gate-request.js";
import type { ModuleId, ModuleRef, Sha, TaskId } from "../domain/ids.js";
import type { ContractMove } from "../features/interface-change/rules/interface-change.js";
import type { BranchScope } from "../features/modules/branch-scope.js";
import type { ModuleMove } from "../features/modules/module-work.js";
import type { PutBack } from "../features/modules/put-back.js";
import type { RecordKeeper } from "../features/seals/record-violations.js";
import type { WaysOn } from "../features/seals/ways-on.js";
import type { KnownVersions } from "../features/shipping/known-versions.js";
import type { ProductRequest, ProductRound } from "./factory-state.js";

/** A file to write, always with the mode of an ordinary file. */
export type FileToWrite = { readonly path: string; readonly text: string };

export type LabelToCreate = { readonly name: string; readonly color: string; readonly description: string };

/** A remark on one line of a file at the reviewed head. */
export type ReviewLine = { readonly path: string; readonly line: number; readonly body: string };

type CheckStatus =
  | { readonly kind: "queued" }
  | { readonly kind: "in_progress" }
  | {
      readonly kind: "completed";
      readonly conclusion: "success" | "failure" | "neutral" | "action_required" | "cancelled";
    };

export type CheckAnnotation = {
  readonly path: string;
  readonly line: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
};

/** A button under a check run: at most three (decisions.md#github-limits). */
export type CheckAction = { readonly label: string; readonly description: string; readonly identifier: string };

/**
 * Something to do on GitHub or beside the loop, as plain data until it is performed. Each effect has a key, so that
 * performing it twice, or on two replicas, has one result.
 */
export type Effect =
  /** A branch at `base` with exactly one more commit that carries `key`, and a pull request for it. */
  | {
      readonly kind: "propose-files";
      readonly key: string;
      readonly branch: string;
      readonly base: Sha;
      readonly files: readonly FileToWrite[];
      readonly deletions?: readonly string[];
      readonly commitMessage: string;
      readonly title: string;
      readonly body: string;
      /** Proposed at most once: if a pull request exists in any state, no second one is opened. */
      readonly once?: true;
      /** Only set-up writes workflow files, with its own token (decisions.md#narrow-tokens). */
      readonly writesWorkflows: boolean;
    }
  /** Labels that must exist so that people can choose them. Existing ones are not changed. */
  | { readonly kind: "create-labels"; readonly key: string; readonly labels: readonly LabelToCreate[] }
  /**
   * Diagnoses what could stop the App here and reports it in a check run on this head. The key is the `external_id`.
   */
  | { readonly kind: "examine"; readonly key: string; readonly head: Sha }
  /** A comment that is posted once. */
  | { readonly kind: "say"; readonly key: string; readonly issue: number; readonly body: string }
  /** A reply in a review thread, posted once. If the thread is gone, it is posted in the conversation. */
  | {
      readonly kind: "reply";
      readonly key: string;
      readonly issue: number;
      /** The first comment of the thread. */
      readonly thread: number;
      readonly body: string;
    }
  /** A comment that is kept up to date. */
  | { readonly kind: "keep-comment"; readonly key: string; readonly issue: number; readonly body: string }
  /** A duplicate of one of our comments. */
  | { readonly kind: "remove-comment"; readonly key: string; readonly comment: number }
  | {
      readonly kind: "react";
      readonly key: string;
      readonly comment: number;
      readonly content: "eyes" | "+1" | "-1" | "confused";
    }
  /** Merges exactly the head that was judged. GitHub refuses any other. */
  | {
      readonly kind: "merge-pull-request";
      readonly key: string;
      readonly number: number;
      readonly head: Sha;
      readonly title: string;
      readonly message: string;
      /**
       * The only files that the merge may change; otherwise nothing is merged. A person with push access can add
       * commits after the approval, under any message, and a report about the scope may be forged.
       */
      readonly scope?: BranchScope;
      /** In order of preference, as configured. The first that the repository and its rules allow is used. */
      readonly methods?: readonly ("squash" | "merge" | "rebase")[];
    }
  /** One more commit on a task's branch, on exactly this parent. A head that carries the key already has it. */
  | {
      readonly kind: "commit-files";
      readonly key: string;
      readonly branch: string;
      readonly parent: Sha;
      readonly files: readonly FileToWrite[];
      readonly deletions: readonly string[];
      readonly message: string;
    }
  /** One review with event COMMENT. A line comment that GitHub cannot place goes into the body, with a note. */
  | {
      readonly kind: "post-review";
      readonly key: string;
      readonly number: number;
      readonly head: Sha;
      readonly body: string;
      readonly comments: readonly ReviewLine[];
    }
  /** A check run that is kept up to date. Its key is the `external_id`. */
  | {
      readonly kind: "keep-check-run";
      readonly key: string;
      readonly name: string;
      readonly head: Sha;
      readonly status: CheckStatus;
      readonly title: string;
      readonly summary: string;
      readonly text: string;
      readonly annotations: readonly CheckAnnotation[];
      readonly actions: readonly CheckAction[];
    }
  /** Starts `factory-gates.yml` on the default branch. The key is the request's nonce. */
  | { readonly kind: "dispatch-gates"; readonly key: string; readonly request: GateRequest }
  /** Merges the base into a task's branch. */
  | { readonly kind: "update-branch"; readonly key: string; readonly number: number; readonly head: Sha }
  /** Sets exactly these of our labels on an issue or pull request, and assigns the people who are asked. */
  | {
      readonly kind: "keep-marks";
      readonly key: string;
      readonly issue: number;
      readonly labels: readonly string[];
      /** Every label that the App may set or remove here. Other labels are not touched. */
      readonly ours: readonly string[];
      readonly assign: readonly string[];
      readonly unassign: readonly string[];
    }
  | { readonly kind: "close-pull-request"; readonly key: string; readonly number: number }
  /** A tag and a release on a commit of the default branch. The key is the tag. */
  | {
      readonly kind: "publish-release";
      readonly key: string;
      readonly commit: Sha;
      readonly name: string;
      readonly notes: string;
    }
  /**
   * One more commit that restores a branch's tree to an earlier commit, except for these files. The history stays
   * auditable.
   */
  | {
      readonly kind: "restore-tree";
      readonly key: string;
      readonly branch: string;
      readonly parent: Sha;
      readonly to: Sha;
      readonly files: readonly FileToWrite[];
      readonly message: string;
      /** The base has moved on: its tree is used instead, and the commit merges the two. */
      readonly onto?: Sha;
    }
  /** One more commit that restores some files of a branch, each from its own commit, and writes others. */
  | {
      readonly kind: "put-back-files";
      readonly key: string;
      readonly branch: string;
      readonly parent: Sha;
      readonly message: string;
      readonly back: readonly PutBack[];
      readonly files: readonly FileToWrite[];
    }
  /** Asks a role about a task or one of its modules. The answer comes back as an event. */
  | {
      readonly kind: "ask-role";
      readonly key: string;
      readonly task: TaskId;
      readonly module: ModuleId | null;
      readonly move: "plan" | ModuleMove;
      readonly question: number;
      readonly attempt: number;
      readonly from: "head" | "red-commit";
    }
  /** Verifies approved work at its head and writes its ship evidence. The result comes back as an event. */
  | {
      readonly kind: "ship-module";
      readonly key: string;
      readonly task: TaskId;
      readonly module: ModuleId;
      readonly question: number;
    }
  /**
   * Reads the commits that a person pushed as a fix and judges them by the rules of the branch. The result comes back
   * as an event.
   */
  | {
      readonly kind: "read-fix";
      readonly key: string;
      readonly task: TaskId;
      readonly question: number;
      readonly base: Sha;
    }
  /** Compares the resolved packages with the branch. The result comes back as an event. */
  | { readonly kind: "judge-packages"; readonly key: string; readonly task: TaskId; readonly question: number }
  /** One turn in the debate about the contract of an approved interface change. The result comes back as an event. */
  | {
      readonly kind: "debate-contract";
      readonly key: string;
      readonly exception: string;
      readonly task: TaskId;
      readonly move: ContractMove;
      readonly round: number;
      readonly question: number;
      /** The commit of the default branch whose contracts are in force. */
      readonly head: Sha;
    }
  /** Finds the consumers that must be verified with a new version that is on the default branch at `head`. */
  | { readonly kind: "find-consumers"; readonly key: string; readonly exception: string; readonly head: Sha }
  /**
   * Runs the four release gates over the default branch at `head`. The manifest or the refusal comes back as an event.
   */
  | { readonly kind: "prepare-release"; readonly key: string; readonly release_id: ReleaseId; readonly head: Sha }
  /** Tags and releases a merged manifest. Releases are not observed, so the result comes back as an event, too. */
  | { readonly kind: "tag-release"; readonly key: string; readonly release_id: ReleaseId; readonly commit: Sha }
  /** Computes what a deprecation changes in the code index at `head`. */
  | { readonly kind: "prepare-deprecation"; readonly key: string; readonly module: ModuleRef; readonly head: Sha }
  /** Computes what reverting a shipped task's merge changes on the default branch at `head`. */
  | { readonly kind: "prepare-undo"; readonly key: string; readonly task: TaskId; readonly head: Sha }
  /**
   * Checks whether open pull requests keep what is sealed, and reports it in a check run on a commit. The key is a
   * digest of the inputs.
   */
  | {
      readonly kind: "judge-seals";
      readonly key: string;
      /** Where the check run is: the head of the pull request, or of a merge group. */
      readonly head: Sha;
      /** The commit of the default branch that determines what is sealed. */
      readonly sealed_at: Sha;
      readonly pulls: readonly { readonly number: number; readonly head: Sha }[];
      readonly may_write: RecordKeeper;
      readonly fork: boolean;
      readonly ways: WaysOn;
    }
  /**
   * Checks whether the default branch still has what shipped, and reports it in a check run on its head and, if not, on
   * an issue.
   */
  | {
      readonly kind: "watch-seals";
      readonly key: string;
      readonly head: Sha;
      readonly issue: number | null;
      /** What must exist, observed at the same moment as the head. */
      readonly known: KnownVersions;
      readonly ways: WaysOn;
    }
  /** A model call whose answer comes back as an event. */
  | {
      readonly kind: "draft-spec";
      readonly key: string;
      /** The default branch: the role works with its configuration and its code index. */
      readonly base: Sha | null;
      readonly round: ProductRound;
      readonly request: ProductRequest;
    };
