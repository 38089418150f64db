import type { Effect } from "../../../engine/effects/effect.js";
import type { Situation } from "../../../engine/situation.js";
import type { WorkSituation } from "../../modules/work-situation.js";

/** The job that reads the commits that a person pushed as a fix. */
export function fixEffects({ observed }: Situation, { taskId: task, work }: WorkSituation): Effect[] {
  const base = observed.defaultHead;
  if (work.stage.stage !== "reading-fix" || base === null) return [];
  const { question } = work.stage;
  return [{ kind: "read-fix", key: `${task}:${question}`, task, question, base }];
}
