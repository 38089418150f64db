import type { Wait, WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";

/** What the test baseline of the default branch waits for. */
export function baselineWaits({ state, observed }: Pick<WaitView, "state" | "observed">): Wait[] {
  const { baseline, project } = state;
  if (project?.status !== "ACTIVE") return [];
  switch (baseline?.phase) {
    case "due": {
      const since = project.updated_at;
      if (observed === null || observed.workflow.status === "present")
        return [{ who: "factory", for: "the run of the test baseline to be started", since }];
      const words = "the gates workflow on the default branch: the test baseline is taken with it";
      return [{ who: "person", for: words, since }];
    }
    case "awaited":
      return [{ who: "github", for: "the test baseline of the default branch", since: baseline.run.requested_at }];
    case "stuck": {
      const words = `\`/factory retry\`: there is no test baseline. ${plainLine(baseline.why)}`;
      return [{ who: "person", for: words, since: baseline.since, commands: ["/factory retry"] }];
    }
    default:
      return [];
  }
}
