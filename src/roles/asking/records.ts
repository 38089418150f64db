import { ContextPack } from "../../domain/artifacts/context-pack.js";
import { Contribution, type ContributionType } from "../../domain/artifacts/contribution.js";
import type { Instant, TaskId } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import {
  contextPackPath,
  debatePath,
  productContributionPath,
} from "../../features/modules/artifacts/artifact-paths.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { RoleIds } from "../reading/role-ids.js";

/**
 * The record of every accepted answer: what its role was given, and the line in the audit trail of its task or product.
 */
export function answerRecords({
  pack,
  type,
  artifact,
  task,
  ids,
  now,
}: {
  readonly pack: ContextPack;
  readonly type: ContributionType;
  readonly artifact: string;
  /** Null for the product spec, which precedes all tasks. */
  readonly task: TaskId | null;
  readonly ids: RoleIds;
  readonly now: Instant;
}): FileToWrite[] {
  const contribution: Contribution = {
    contribution_id: ids.contribution(),
    type,
    produced_by: { role: pack.created_for.role, run_id: pack.created_for.run_id },
    artifact_ref: artifact,
    task_ref: task ?? "",
    created_at: now,
    context_pack_ref: pack.context_pack_id,
  };
  const id = contribution.contribution_id;
  const path = task === null ? productContributionPath(id) : debatePath(task, "contributions", id);
  return [packFile(pack), { path, text: writeYaml(contribution, Contribution) }];
}

/** Kept also if the answer was not usable, because what the role saw is part of the reason. */
export function packFile(pack: ContextPack): FileToWrite {
  return { path: contextPackPath(pack.context_pack_id), text: writeYaml(pack, ContextPack) };
}
