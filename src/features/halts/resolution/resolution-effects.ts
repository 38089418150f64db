import type { TaskStatus } from "../../tasks/board/project-state.js";
import type { ResolutionAction } from "./human-resolution.js";

/** Where work on the task continues: in the engineering loop, after another dispatch, or nowhere. */
export type Reentry = "ship" | "micro-plan" | "challenge" | "integration" | "dispatch" | "none";

/**
 * The effect of each action on the task, and where the work continues (requirements.md#resolutions,
 * requirements.md#resuming).
 */
export const RESOLUTION_EFFECTS: Readonly<
  Record<ResolutionAction, { readonly to: TaskStatus; readonly reenter: Reentry }>
> = {
  APPROVE_OVERRIDE: { to: "IN_PROGRESS", reenter: "ship" },
  AMEND_SPEC: { to: "PENDING", reenter: "dispatch" },
  SPLIT_TASK: { to: "ABANDONED", reenter: "dispatch" },
  REVISE_PLAN: { to: "IN_PROGRESS", reenter: "micro-plan" },
  PROVIDE_FIX: { to: "IN_PROGRESS", reenter: "challenge" },
  ABANDON_TASK: { to: "ABANDONED", reenter: "none" },
  RETRY_TASK: { to: "PENDING", reenter: "dispatch" },
  REVIEW_AGAIN: { to: "IN_PROGRESS", reenter: "challenge" },
  PROVIDE_PUSHED_FIX: { to: "IN_PROGRESS", reenter: "challenge" },
  APPROVE_INTERFACE_CHANGE: { to: "PENDING", reenter: "dispatch" },
  REJECT_INTERFACE_CHANGE: { to: "PENDING", reenter: "dispatch" },
  KEEP_AND_ABANDON: { to: "IN_PROGRESS", reenter: "integration" },
  KEEP_AND_SPLIT: { to: "IN_PROGRESS", reenter: "integration" },
};
