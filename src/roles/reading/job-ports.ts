import type { CodeIndex } from "../../code-index/code-index.js";
import type { EmbedderConfig } from "../../domain/config/embedder-config.js";
import type { CompiledSurface, SurfaceQuestion } from "../../domain/contract/compiled-surface.js";
import type { CodeIndexEntry } from "../../domain/index-entries/code-index-entry.js";
import type { Outcome } from "../../domain/refusal.js";
import type { Clock, Forge, JobEffect, JobResult, RepositoryReader, StateStore } from "../../engine/ports.js";
import type { RoleModel, StoppableModel } from "../../model/model-port.js";
import type { InTurn } from "../asking/announce-question.js";
import type { Accounts } from "../asking/open-accounts.js";

/** One question to one role. */
export type Asked = Extract<JobEffect, { kind: "ask-role" }>;

/** The ports of a job. */
export type JobPorts = {
  readonly state: StateStore;
  readonly reader: RepositoryReader;
  readonly model: RoleModel;
  readonly clock: Clock;
  /** For effects that are not observed afterwards: the job performs them and reports that. */
  readonly forge: Pick<Forge, "perform">;
  readonly signal: AbortSignal;
  /** The code index over these entries. */
  readonly indexOf: (entries: readonly CodeIndexEntry[], embedder: EmbedderConfig) => CodeIndex;
  /** Fences untrusted text; one for all calls about a task, and secret. */
  readonly boundaryFor: (subject: string) => string;
  /** The surface of a module's entry as a compiler sees it; no code runs. */
  readonly surfaceOf: (question: SurfaceQuestion) => Promise<Outcome<CompiledSurface>>;
};

/** The ports before a job starts: its model has no budget yet, and the spending of others is known. */
export type RunPorts = Omit<JobPorts, "model"> & {
  readonly model: StoppableModel;
  readonly accounts: Accounts;
  readonly inTurn: InTurn;
};

/** A stale job has no result. */
export const NOTHING: JobResult = { events: [], files: [] };
