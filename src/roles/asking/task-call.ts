import type { Config } from "../../domain/config/config.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import type { JobPorts } from "../reading/job-ports.js";
import type { RoleIds } from "../reading/role-ids.js";

/** The record of a call about a task, for any role. */
export function taskCall(
  { boundaryFor, clock }: Pick<JobPorts, "boundaryFor" | "clock">,
  ids: RoleIds,
  { task, head, config }: { readonly task: TaskId; readonly head: Sha | null; readonly config: Config },
) {
  return {
    packId: ids.artifact("CONTEXT_PACK"),
    runId: ids.runId,
    task,
    head,
    boundary: boundaryFor(task),
    now: clock.now(),
    sizing: config.sizing,
  };
}
