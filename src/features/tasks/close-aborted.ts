import { taskBranch } from "../../engine/branches.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { hiddenMarker } from "../../render/marker.js";

/**
 * An aborted project closes its open task pull requests with a note, and deletes nothing
 * (decisions.md#the-status-of-the-project).
 */
export function closeAborted({ state, observed, config }: Situation): Effect[] {
  const { project, request } = state;
  if (project?.status !== "ABORTED") return [];
  return Object.entries(project.tasks).flatMap(([taskId, task]): Effect[] => {
    const { pull_request } = task;
    const branch = taskBranch(config.branch_prefix, taskId, task);
    const open = observed.pulls.some(
      ({ number, branch: head, state }) => number === pull_request && head === branch && state === "open",
    );
    if (!open || pull_request === null) return [];
    const key = `aborted:${pull_request}`;
    const body = `The project of #${request.issue} was aborted, so this is closed. Its branch \`${branch}\` stays as it is.`;
    return [
      { kind: "say", key, issue: pull_request, body: `${hiddenMarker(key)}\n${body}` },
      { kind: "close-pull-request", key: `close-${pull_request}`, number: pull_request },
    ];
  });
}
