import { GateReport } from "../../domain/gates/gate-report.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import type { TaskWork } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";

/**
 * Ratchets the baseline at each merge with the gate 3 results of the merged tree (decisions.md#the-baseline-ratchets).
 * If gate 3 did not run the suite, a full run precedes the release.
 */
export function detectRatchet(situation: Situation, { taskId, work }: WorkSituation, sha: Sha): FactoryEvent[] {
  const { state, now: at } = situation;
  if (state.baseline?.phase !== "taken") return [];
  const report = integrityReport(situation, taskId, work);
  return report === undefined || report.suite === null
    ? []
    : [{ kind: "baseline-ratcheted", at, task_id: taskId, sha }];
}

/** The report of the executing part that the merge is based on; undefined if there was none. */
export function integrityReport(
  { files }: Pick<Situation, "files">,
  task: TaskId,
  { stage }: TaskWork,
): GateReport | undefined {
  if (stage.stage !== "merging") return undefined;
  const path = gateReportPath(task, stage.gates.nonces.execute);
  const text = files.get(path);
  return text === undefined ? undefined : orThrow(readYaml(path, text, GateReport));
}
