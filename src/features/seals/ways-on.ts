import type { ModuleRef, TaskId } from "../../domain/ids.js";

/** How a person can change a shipped module here: the labels, and the issue for commands. */
export type WaysOn = {
  /** The labels that request one task, and a product. */
  readonly labels: { readonly quick: string; readonly start: string };
  /** The issue whose comments are read; null if there was never a request. */
  readonly issue: number | null;
  /** The tasks that can be undone, by their modules. */
  readonly undo: Readonly<Record<ModuleRef, TaskId>>;
};
