import type { FactoryState } from "../../engine/factory-state.js";

/** A person has said pause, of the project or of the request that has not become one yet. */
export function isPaused({ paused_since, project }: Pick<FactoryState, "paused_since" | "project">): boolean {
  return paused_since !== undefined || project?.status === "PAUSED";
}
