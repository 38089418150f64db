import type { ContextWindow } from "../domain/budget/sizing.js";
import type { Sop } from "../domain/budget/sop.js";
import type { Config } from "../domain/config/config.js";
import type { DangerModeConfig } from "../domain/config/paths-config.js";
import type { ContractMode } from "../domain/contract/contract.js";
import type { ManifestFile } from "../domain/contract/manifest.js";
import type { GateRunType } from "../domain/gates/gate-request.js";
import type { Digest, ModuleRef, Sha } from "../domain/ids.js";
import type { Seal } from "../features/seals/seal.js";
import type { ChangedFile, FileTree } from "../languages/file-tree.js";
import type { SourceReader } from "../languages/source-reader.js";
import type { ContractReading } from "./contract-reading.js";
import type { ExecutionFacts } from "./execution-facts.js";

/** The task in its own words. */
type TaskText = {
  readonly title: string;
  readonly text: string;
  readonly acceptanceCriteria: readonly string[];
};

/** The files that a module may touch. In a stand-alone plan `entry` is null and a reason may be missing. */
export type GateManifest = {
  readonly files: readonly (Pick<ManifestFile, "path" | "action"> & { readonly reason?: string })[];
  readonly testFile: string;
  readonly entry: string | null;
};

/** A dependency of this module, as far as tests may know it. */
export type DependencySurface = {
  readonly ref: ModuleRef;
  readonly entry: string;
  readonly exports: readonly string[];
};

/**
 * Danger mode in this run, and who set it. The configuration names the opened files. A stand-alone plan opens the
 * protected files of its own manifest. A role may open nothing (decisions.md#only-people-loosen-rules).
 */
type DangerMode = DangerModeConfig & { readonly setBy: "configuration" | "plan" | "role" };

/** The part of the configuration for judging. */
type GateRules = Pick<
  Config,
  | "max_files"
  | "decompose_above_files"
  | "sizing"
  | "clarity"
  | "protected_paths"
  | "shared_paths"
  | "accept_unjudged_languages"
  | "semantic_assertions"
>;

/**
 * Everything that a validator may know: plain data and pure readers. It is the same for the factory's runs, with plan
 * and locks from the state branch, and for a stand-alone `plan.json` (requirements.md#the-plan-file), where locks are
 * null.
 */
export type GateContext = {
  readonly runType: GateRunType;
  /** The granted mode, not the requested one. */
  readonly mode: ContractMode;
  readonly task: TaskText;
  /** Null outside the factory and for runs about a whole branch. */
  readonly module: ModuleRef | null;
  readonly contract: ContractReading;
  readonly manifest: GateManifest;
  /** The plan's lock; null if no plan is locked. */
  readonly lockedManifest: GateManifest | null;
  /** The tests' blobs at red, by path; null before red and outside the factory. */
  readonly lockedTests: ReadonlyMap<string, Sha> | null;
  /** The fingerprint of the previously shipped version, if there is one. */
  readonly previousFingerprint: Digest | null;
  readonly base: FileTree;
  readonly head: FileTree;
  readonly diff: readonly ChangedFile[];
  /** The test file of a stand-alone plan is in the work tree but not in the commit of this revision; null elsewhere. */
  readonly testNotCommittedAt: string | null;
  /** Reads the head's sources, each file once. */
  readonly sources: SourceReader;
  readonly seals: readonly Seal[];
  /**
   * The loop's own files in this diff, by path. They are allowed with exactly this content
   * (decisions.md#the-loops-own-files).
   */
  readonly committedByLoop: ReadonlyMap<string, Sha>;
  /** The packages that the plan declared. */
  readonly declaredPackages: readonly string[];
  readonly dependencies: readonly DependencySurface[];
  readonly rules: GateRules;
  readonly danger: DangerMode;
  /** The limits of the model that reads the task. */
  readonly window: ContextWindow;
  /** The standards that apply to the manifest's files. */
  readonly sops: readonly Sop[];
  /** Null in the judge's part: only `part: "execute"` validators may use it. */
  readonly execution: ExecutionFacts | null;
};
