import { ContextPack } from "../domain/artifacts/context-pack.js";
import { Contribution, type ContributionType } from "../domain/artifacts/contribution.js";
import type { FileToWrite } from "../domain/factory/effect.js";
import type { Instant, TaskId } from "../domain/ids.js";
import { contextPackPath, debatePath } from "../domain/work/artifact-paths.js";
import { writeYaml } from "../yaml.js";
import type { RoleIds } from "./role-ids.js";

/** What every accepted answer leaves behind: what its role was given, and the line in the task's audit trail. */
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
  readonly task: TaskId;
  readonly ids: RoleIds;
  readonly now: Instant;
}): FileToWrite[] {
  const contribution: Contribution = {
    contribution_id: ids.contribution(),
    type,
    produced_by: { role: pack.created_for.role, run_id: pack.created_for.run_id },
    artifact_ref: artifact,
    task_ref: task,
    created_at: now,
    context_pack_ref: pack.context_pack_id,
  };
  return [
    packFile(pack),
    {
      path: debatePath(task, "contributions", contribution.contribution_id),
      text: writeYaml(contribution, Contribution),
    },
  ];
}

/** Kept also when the role gave nothing usable: what it saw is part of why. */
export function packFile(pack: ContextPack): FileToWrite {
  return { path: contextPackPath(pack.context_pack_id), text: writeYaml(pack, ContextPack) };
}
