import type { Effect } from "../engine/effects/effect.js";

/** The content of a check run without its name, head and key. */
export type CheckOutput = Pick<
  Extract<Effect, { kind: "keep-check-run" }>,
  "status" | "title" | "summary" | "text" | "annotations"
>;

/** Names of our check runs (decisions.md#checks-belong-to-the-app). Only `sealed` is meant to be required. */
export const GATES_CHECK = "factory / gates";
export const SEALED_CHECK = "factory / sealed";
/** On pull requests that touch the ledger, or what shows a requirement. */
export const SCOPE_CHECK = "factory / scope";
/** On the default branch's head: whether it still has what shipped. */
export const SHIPPED_CHECK = "factory / shipped";
