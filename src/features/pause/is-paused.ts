import type { FactoryState } from "../../engine/factory-state.js";

/** Whether a person has paused the project, or the request before the project started. */
export function isPaused({ paused_since, project }: Pick<FactoryState, "paused_since" | "project">): boolean {
  return paused_since !== undefined || project?.status === "PAUSED";
}
