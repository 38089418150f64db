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

/** What a job needs of the world. */
export type JobPorts = {
  readonly state: StateStore;
  readonly reader: RepositoryReader;
  readonly model: RoleModel;
  readonly clock: Clock;
  /** For what nothing observes afterwards: a job does it and says that it is done. */
  readonly forge: Pick<Forge, "perform">;
  readonly signal: AbortSignal;
  /** The code index over these entries. */
  readonly indexOf: (entries: readonly CodeIndexEntry[], embedder: EmbedderConfig) => CodeIndex;
  /** Fences untrusted text; one for all calls about a task, and nobody outside knows it. */
  readonly boundaryFor: (subject: string) => string;
  /** What a module's entry offers, as a compiler sees it; nothing of it is run. */
  readonly surfaceOf: (question: SurfaceQuestion) => Promise<Outcome<CompiledSurface>>;
};

/** The same before a job begins: its model is not bounded yet, and what others are spending is known. */
export type RunPorts = Omit<JobPorts, "model"> & {
  readonly model: StoppableModel;
  readonly accounts: Accounts;
  readonly inTurn: InTurn;
};

/** A job whose question is no longer open brings nothing back. */
export const NOTHING: JobResult = { events: [], files: [] };
