import type { ReleaseId } from "../../domain/artifacts/artifact-id.js";
import type { ModuleId, ModuleRef, Sha, TaskId } from "../../domain/ids.js";
import type { ContractActivity } from "../../features/interface-change/rules/interface-change.js";
import type { ModuleActivity } from "../../features/modules/module-work.js";
import type { PlanActivity } from "../../features/planning/plan-effects.js";
import type { ProductRequest } from "../../features/request/product-request.js";
import type { RecordKeeper } from "../../features/seals/record-violations.js";
import type { WaysOn } from "../../features/seals/ways-on.js";
import type { KnownVersions } from "../../features/shipping/known-versions.js";
import type { ProductRound } from "../../features/spec/product-state.js";

/** Effects that take longer than a reconcile: questions to roles, and work that reads the repository. */
export type JobData =
  /** Asks a role about a task or one of its modules. The answer comes back as an event. */
  | {
      readonly kind: "ask-role";
      readonly key: string;
      readonly task: TaskId;
      readonly module: ModuleId | null;
      readonly activity: PlanActivity | ModuleActivity;
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
      readonly change_id: string;
      readonly task: TaskId;
      readonly activity: ContractActivity;
      readonly round: number;
      readonly question: number;
      /** The commit of the default branch whose contracts are in force. */
      readonly head: Sha;
    }
  /** Finds the consumers that must be verified with a new version that is on the default branch at `head`. */
  | { readonly kind: "find-consumers"; readonly key: string; readonly change_id: string; readonly head: Sha }
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
