import { GateReport } from "../../domain/gates/gate-report.js";
import { gitBlobSha } from "../../domain/hash.js";
import { orThrow } from "../../domain/refusal.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { readYaml } from "../../yaml/yaml.js";
import { textAt } from "../gate-runs/red-lock.js";
import { hasStarted } from "../gate-runs/started/started-runs.js";
import { commitTitle } from "../merging/commit-title.js";
import { branchMessage } from "../merging/skip-ci.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import { workKey } from "../modules/keys.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { type ResolveStep, resolveRequest } from "./packages-work.js";

/** Pending effects of resolving: the run, the judgement of its report, the commit of exactly what was admitted. */
export function packageEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  const { taskId, work } = inWork;
  if (work.stage.stage !== "resolving") return [];
  const { at } = work.stage;
  switch (at.step) {
    case "due":
      return [];
    case "running": {
      const request = resolveRequest(at.run, taskId);
      return hasStarted(situation, at.run.nonce) ? [] : [{ kind: "dispatch-gates", key: request.nonce, request }];
    }
    case "judging": {
      const { question } = at;
      return [{ kind: "judge-packages", key: `${taskId}:${question}`, task: taskId, question }];
    }
    case "committing":
      return commit(situation, inWork, at);
    default:
      return at satisfies never;
  }
}

function commit(
  { files: stored, config }: Situation,
  { taskId, task, work, branch, pull }: WorkSituation,
  { run, question, files }: Extract<ResolveStep, { step: "committing" }>,
): Effect[] {
  if (pull?.state !== "open" || work.head === null || pull.head !== work.head) return [];
  const path = gateReportPath(taskId, run.nonce);
  const report = orThrow(readYaml(path, textAt(stored, path), GateReport));
  const admitted = files.map(({ path: file, blob }) => {
    const resolved = report.resolved_files.find((candidate) => candidate.path === file);
    if (resolved === undefined || gitBlobSha(resolved.text) !== blob) {
      throw new Error(`${path} does not hold the ${file} that was admitted`);
    }
    return { path: file, text: resolved.text };
  });
  const names = (work.packages?.declared ?? []).map(({ name }) => name).join(", ");
  const message = commitTitle(taskId, `packages of ${harmlessTitle(task.task)}: ${harmlessTitle(names)}`, {
    ci: config.ci,
    isComplete: work.modules.every(({ reused }) => reused),
  });
  return [
    {
      kind: "commit-files",
      key: workKey(taskId, question),
      branch,
      parent: work.head,
      files: admitted,
      deletions: [],
      message: branchMessage(message, pull),
    },
  ];
}
