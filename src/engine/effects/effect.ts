import type { GateRequest } from "../../domain/gates/gate-request.js";
import type { Sha } from "../../domain/ids.js";
import type { BranchScope } from "../../features/modules/scope/branch-scope.js";
import type { PutBack } from "../../features/modules/scope/put-back.js";
import type {
  CheckAction,
  CheckAnnotation,
  CheckStatus,
  FileToWrite,
  LabelToCreate,
  ReviewLine,
} from "./effect-parts.js";
import type { JobData } from "./job-data.js";

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
  /** What takes longer than a reconcile. */
  | JobData;
