import type { CodeIndex } from "../code-index/code-index.js";
import type { CodeIndexEntry } from "../domain/index-entries/code-index-entry.js";
import type { RoleModel } from "../model-port.js";
import type { Clock, Forge, JobResult, RepositoryReader, StateStore } from "../ports.js";

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
  readonly indexOf: (entries: readonly CodeIndexEntry[]) => CodeIndex;
  /** Fences untrusted text; one for all calls about a task, and nobody outside knows it. */
  readonly boundaryFor: (subject: string) => string;
};

/** A job whose question is no longer open brings nothing back. */
export const NOTHING: JobResult = { intents: [], files: [] };
