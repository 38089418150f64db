import type { Effect } from "../engine/effect.js";

/** What a check run says; its name, head and key are the loop's. */
export type CheckOutput = Pick<
  Extract<Effect, { kind: "keep-check-run" }>,
  "status" | "title" | "summary" | "text" | "annotations"
>;

/** Names of our check runs (decisions.md#checks-belong-to-the-app). Only `sealed` is meant to be required. */
export const GATES_CHECK = "factory / gates";
export const SEALED_CHECK = "factory / sealed";
/** On the default branch's head: whether it still holds what shipped. */
export const SHIPPED_CHECK = "factory / shipped";
