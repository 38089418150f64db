import type { Instant } from "../../domain/ids.js";
import type { Wait } from "../../engine/wait.js";

/** What is paused goes on when somebody says so. */
export function pauseWait(since: Instant): Wait {
  return { who: "person", for: "`/factory resume`", since, commands: ["/factory resume"] };
}
