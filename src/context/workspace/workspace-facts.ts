import type { ContextPack } from "../../domain/artifacts/context-pack.js";
import type { Config } from "../../domain/config/config.js";
import type { Sha } from "../../domain/ids.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import type { SizedBlob, TreeEntry } from "../../engine/ports.js";
import type { Seal } from "../../features/seals/seal.js";

/** The Proposer's activity. It decides which of the module's files are open (decisions.md#changed-tests-are-red-first). */
export type Activity = "specify" | "implement" | "revise" | "amend";

export type WorkspaceModule = Pick<BuiltModule, "module_id" | "module_version" | "files" | "test_file"> &
  Partial<Pick<BuiltModule, "entry">>;

/** A commit's files and the rules for reading and changing them in one role call. */
export type WorkspaceFacts = {
  /** The commit that `entries` are of. */
  readonly head: Sha;
  readonly entries: readonly TreeEntry[];
  /** Called for visible files only: sealed ones are not even fetched. */
  readonly readBlob: (blob: Sha) => Promise<string>;
  /** The same for many at once; null for what is not text. */
  readonly readBlobs: (blobs: readonly SizedBlob[]) => Promise<ReadonlyMap<Sha, string | null>>;
  readonly pack: ContextPack;
  /** The module being built; null for a role that may only read. */
  readonly module: WorkspaceModule | null;
  readonly activity: Activity;
  /** Of every shipped module, and of those sealed on this branch. */
  readonly seals: readonly Seal[];
  /** The other modules of the plan: the files that they create are as closed as shipped ones. */
  readonly others: readonly Pick<BuiltModule, "module_id" | "files">[];
  readonly config: Pick<Config, "protected_paths" | "danger_mode" | "shared_paths" | "sizing">;
};
