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

/** A file to write; the mode is always an ordinary file. */
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
 * What is owed to the world. Plain data until one place performs it. Each is keyed, so that doing it twice, or on two
 * replicas, leaves one result.
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
      /** Its pull request is the only memory of it: whatever became of one, there is no second. */
      readonly once?: true;
      /** Set-up alone writes workflow files, with a token of its own (decisions.md#narrow-tokens). */
      readonly writesWorkflows: boolean;
    }
  /** Labels that must exist, so that people can choose them. One that exists is left as it is. */
  | { readonly kind: "create-labels"; readonly key: string; readonly labels: readonly LabelToCreate[] }
  /** Looks at what could stop the App here, and says it in a check run on this head. The key is the `external_id`. */
  | { readonly kind: "examine"; readonly key: string; readonly head: Sha }
  /** A comment said once. */
  | { readonly kind: "say"; readonly key: string; readonly issue: number; readonly body: string }
  /** A reply in a review thread, said once; where the thread is gone it is said in the conversation. */
  | {
      readonly kind: "reply";
      readonly key: string;
      readonly issue: number;
      /** The comment that began the thread. */
      readonly thread: number;
      readonly body: string;
    }
  /** A comment kept current. */
  | { readonly kind: "keep-comment"; readonly key: string; readonly issue: number; readonly body: string }
  /** A comment of ours that stands twice. */
  | { readonly kind: "remove-comment"; readonly key: string; readonly comment: number }
  | {
      readonly kind: "react";
      readonly key: string;
      readonly comment: number;
      readonly content: "eyes" | "+1" | "-1" | "confused";
    }
  /** Merges exactly the head that was judged; any other is refused by GitHub. */
  | {
      readonly kind: "merge-pull-request";
      readonly key: string;
      readonly number: number;
      readonly head: Sha;
      readonly title: string;
      readonly message: string;
      /**
       * What it may bring; with anything else nothing is merged. Whoever may push can put more on a branch after it was
       * approved, under any message, and a report that all is in scope may have been forged.
       */
      readonly scope?: BranchScope;
      /** In order of preference, as configured; the first that the repository and its rules allow is taken. */
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
  /** One review with event COMMENT. A line comment that GitHub cannot place goes into the body instead, and says so. */
  | {
      readonly kind: "post-review";
      readonly key: string;
      readonly number: number;
      readonly head: Sha;
      readonly body: string;
      readonly comments: readonly ReviewLine[];
    }
  /** A check run of ours, kept current. Its key is the `external_id`. */
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
  /** Exactly these of our own labels on an issue or pull request, and whoever is asked assigned. */
  | {
      readonly kind: "keep-marks";
      readonly key: string;
      readonly issue: number;
      readonly labels: readonly string[];
      /** Every label that is ours to set or take away here; others are left alone. */
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
  /** One more commit that puts a branch's tree back to what it was at an earlier commit, but for these files: history stays auditable. */
  | {
      readonly kind: "restore-tree";
      readonly key: string;
      readonly branch: string;
      readonly parent: Sha;
      readonly to: Sha;
      readonly files: readonly FileToWrite[];
      readonly message: string;
      /** The base has moved on: its tree is taken instead, and the commit joins the two. */
      readonly onto?: Sha;
    }
  /** One more commit that puts some files of a branch back to what they were, each at a commit of its own, and writes others. */
  | {
      readonly kind: "put-back-files";
      readonly key: string;
      readonly branch: string;
      readonly parent: Sha;
      readonly message: string;
      readonly back: readonly PutBack[];
      readonly files: readonly FileToWrite[];
    }
  /** A role is asked about a task or one of its modules; the answer comes back as an intent. */
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
  /** Approved work is verified at its head and its ship evidence written; it comes back as an intent. */
  | {
      readonly kind: "ship-module";
      readonly key: string;
      readonly task: TaskId;
      readonly module: ModuleId;
      readonly question: number;
    }
  /** Commits that a person pushed as a fix are read and judged by the rules of the branch; it comes back as an intent. */
  | {
      readonly kind: "read-fix";
      readonly key: string;
      readonly task: TaskId;
      readonly question: number;
      readonly base: Sha;
    }
  /** What resolving declared packages brought is held against the branch; it comes back as an intent. */
  | { readonly kind: "judge-packages"; readonly key: string; readonly task: TaskId; readonly question: number }
  /** One turn in the debate of a contract that an approved interface change would make; it comes back as an intent. */
  | {
      readonly kind: "debate-contract";
      readonly key: string;
      readonly exception: string;
      readonly task: TaskId;
      readonly move: ContractMove;
      readonly round: number;
      readonly question: number;
      /** The default branch's commit that says what is in force. */
      readonly head: Sha;
    }
  /** Who must be verified with a new version that is on the default branch at `head`. */
  | { readonly kind: "find-consumers"; readonly key: string; readonly exception: string; readonly head: Sha }
  /** The four release gates over what is on the default branch at `head`; the manifest or the refusal comes back as an intent. */
  | { readonly kind: "prepare-release"; readonly key: string; readonly release_id: ReleaseId; readonly head: Sha }
  /** Tag and release of a merged manifest. Nothing observes releases, so that it is done comes back as an intent, too. */
  | { readonly kind: "tag-release"; readonly key: string; readonly release_id: ReleaseId; readonly commit: Sha }
  /** What a deprecation does to the code index at `head`. */
  | { readonly kind: "prepare-deprecation"; readonly key: string; readonly module: ModuleRef; readonly head: Sha }
  /** What reverting a shipped task's merge makes of the default branch at `head`. */
  | { readonly kind: "prepare-undo"; readonly key: string; readonly task: TaskId; readonly head: Sha }
  /** Whether open pull requests keep what is sealed, said in a check run on a commit. The key is what it was made from. */
  | {
      readonly kind: "judge-seals";
      readonly key: string;
      /** Where it is said: their own head, or that of a merge group. */
      readonly head: Sha;
      /** The default branch's commit that says what is sealed. */
      readonly sealed_at: Sha;
      readonly pulls: readonly { readonly number: number; readonly head: Sha }[];
      readonly may_write: RecordKeeper;
      readonly fork: boolean;
      readonly ways: WaysOn;
    }
  /** Whether the default branch still holds what shipped, said in a check run on its head and, if not, on an issue. */
  | {
      readonly kind: "watch-seals";
      readonly key: string;
      readonly head: Sha;
      readonly issue: number | null;
      /** What must be there: of the same moment as the head. */
      readonly known: KnownVersions;
      readonly ways: WaysOn;
    }
  /** A model call of its own, whose answer comes back as an intent. */
  | {
      readonly kind: "draft-spec";
      readonly key: string;
      /** The default branch: its configuration and its code index are what the role works with. */
      readonly base: Sha | null;
      readonly round: ProductRound;
      readonly request: ProductRequest;
    };
