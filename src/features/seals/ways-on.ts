import type { ModuleRef, TaskId } from "../../domain/ids.js";

/** What a person who wants a shipped module changed can do here: which labels begin it, and where commands are heard. */
export type WaysOn = {
  /** The labels that ask for one task, and for a product. */
  readonly labels: { readonly quick: string; readonly start: string };
  /** The issue whose comments are read; null where nothing was ever asked for. */
  readonly issue: number | null;
  /** The tasks that can be taken back, by what they built. */
  readonly undo: Readonly<Record<ModuleRef, TaskId>>;
};
