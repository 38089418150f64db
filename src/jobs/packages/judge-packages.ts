import { GateReport } from "../../domain/gates/gate-report.js";
import { gitBlobSha } from "../../domain/hash.js";
import { orThrow } from "../../domain/refusal.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { gateReportPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { JUDGED_FILES, judgeResolution } from "../../features/packages/judge-resolution.js";
import { workUpdated } from "../../roles/asking/work-updated.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { missingOnState } from "../../roles/reading/missing-file.js";
import { readTask } from "../../roles/reading/read-task.js";
import { readYaml } from "../../yaml/yaml.js";
import { resolutionCause } from "./resolution-cause.js";

type Judging = Extract<JobEffect, { kind: "judge-packages" }>;

/** Compares the result of a RESOLVE run with the branch, and admits it or halts (decisions.md#declared-packages). */
export async function judgePackages(
  repository: RepositoryRef,
  effect: Judging,
  ports: Pick<JobPorts, "state" | "reader" | "clock">,
): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  const { stage, packages } = task?.work ?? {};
  if (task === undefined || stage?.stage !== "resolving" || packages === undefined) return NOTHING;
  if (stage.at.step !== "judging" || stage.at.question !== effect.question) return NOTHING;
  const path = gateReportPath(effect.task, stage.at.run.nonce);
  const text = (await task.stored([path])).get(path);
  if (text === undefined) throw missingOnState(path);
  const report = orThrow(readYaml(path, text, GateReport));
  const before = new Map<string, string | undefined>();
  for (const file of JUDGED_FILES) before.set(file, await task.tree.read(file));
  const { declared, scripts_agreed } = packages;
  const resolution = judgeResolution({ declared, report, before: (file) => before.get(file) });
  const cause = resolutionCause(resolution, { scriptsAgreed: scripts_agreed, report: path });
  const files = report.resolved_files.map((file) => ({ path: file.path, blob: gitBlobSha(file.text) }));
  const event: TaskEvent =
    cause === undefined
      ? { kind: "packages-admitted", question: effect.question, files }
      : { kind: "work-failed", cause };
  return { events: [workUpdated(ports, effect.task, event)], files: [] };
}
