import { GateReport } from "../../domain/gates/gate-report.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import type { TaskWork, WorkStage } from "../modules/task-work.js";

type Merging = Extract<WorkStage, { stage: "merging" }>;

/** The tree that gate 3 judged, as the run reported it; undefined for an older workflow. */
export function judgedTree({ files }: Pick<Situation, "files">, task: TaskId, { gates }: Merging): Sha | undefined {
  const path = gateReportPath(task, gates.nonces.execute);
  const text = files.get(path);
  return text === undefined ? undefined : orThrow(readYaml(path, text, GateReport)).merged_tree;
}

/**
 * Compares what was merged with what was judged (decisions.md#merge-only-what-was-judged). A queue may have merged
 * other pull requests first; then the tree differs by design, and the queue's own checks covered it. On the judged base
 * it must be the judged tree there, too.
 */
export function mergeMismatch(
  situation: Pick<Situation, "files">,
  task: TaskId,
  { stage, pull }: { readonly stage: Merging; readonly pull: ObservedPull },
): Extract<HaltCause, { kind: "merge-tree-mismatch" }> | undefined {
  const { mergeSha, mergeTree, mergedOnto, byQueue } = pull;
  const judged = judgedTree(situation, task, stage);
  if (judged === undefined || mergeSha === null || mergeTree === null || mergeTree === judged) return undefined;
  if (byQueue && mergedOnto !== stage.base) return undefined;
  return { kind: "merge-tree-mismatch", merge_sha: mergeSha, judged_tree: judged, merged_tree: mergeTree };
}

/** Whether exactly the judged tree was merged: only then do the gate 3 results hold for the default branch. */
export function isJudgedTree(
  situation: Pick<Situation, "files">,
  task: TaskId,
  { stage, mergeTree }: { readonly stage: Merging; readonly mergeTree: Sha | null },
): boolean {
  const judged = judgedTree(situation, task, stage);
  return judged === undefined || judged === mergeTree;
}

/** Merged, and halted because of the merged tree: nothing is left to do on its branch. */
export function isMergedMismatch({ stage }: TaskWork): boolean {
  return stage.stage === "halted" && stage.cause.kind === "merge-tree-mismatch";
}
