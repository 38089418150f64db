import type { Wait, WaitView } from "../../engine/wait.js";
import { isPaused } from "./is-paused.js";

/** What is paused goes on when somebody says so. */
export function pauseWaits({ state }: Pick<WaitView, "state">): Wait[] {
  if (!isPaused(state)) return [];
  const since = state.project?.updated_at ?? state.paused_since ?? state.updated_at;
  return [{ who: "person", for: "`/factory resume`", since, commands: ["/factory resume"] }];
}
