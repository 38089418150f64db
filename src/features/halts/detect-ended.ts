import { taskBranch } from "../../engine/branches.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { plainText } from "../../render/plain-text.js";

/** The key which notes that an abandoned task's pull request need not be observed any more. */
export function closedKey(pull: number): string {
  return `closed:${pull}`;
}

/**
 * A task was abandoned while its pull request was open. The reason is posted there, and it is observed until it is
 * closed.
 */
export function detectEnded({ state, observed, config, now }: Situation): FactoryEvent[] {
  if (state.project?.status !== "ACTIVE") return [];
  return Object.entries(state.project.tasks).flatMap(([id, task]): FactoryEvent[] => {
    const number = task.pull_request;
    if (task.status !== "ABANDONED" || number === null || state.noted.includes(closedKey(number))) return [];
    const branch = taskBranch(config.branch_prefix, id, task);
    const pull = observed.pulls.find((candidate) => candidate.branch === branch && candidate.number === number);
    if (pull === undefined) return [];
    if (pull.state !== "open") return [{ kind: "pull-settled", at: now, key: closedKey(number) }];
    const key = `abandoned:${number}`;
    if (state.noted.includes(key)) return [];
    const why = plainText(task.abandoned_reason ?? "no reason was given");
    const body = `${id} is abandoned, so this is closed: ${why}\n\nIts branch \`${branch}\` stays as it is.`;
    return [{ kind: "person-asked", at: now, note: { key, issue: number, body, answers: null } }];
  });
}
