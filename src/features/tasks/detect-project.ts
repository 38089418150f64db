import { taskBranch } from "../../engine/branches.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { draftOf } from "../spec/draft-of.js";
import { heldBack } from "../undo/hold-back.js";
import { selectForDispatch } from "./board/dispatch.js";
import type { ProjectEvent } from "./board/project-event.js";

/**
 * Detects that the project can start because its spec is merged, that task pull requests were opened, and which tasks
 * are dispatched.
 */
export function detectProject(situation: Situation): FactoryEvent[] {
  const { state, observed, now } = situation;
  if (state.project === null) {
    if (observed.defaultHead === null || !mayStart(situation)) return [];
    return [{ kind: "project-started", at: now, starting_sha: observed.defaultHead }];
  }
  return [...openedPulls(situation), ...dispatched(situation)].map((event) => ({
    kind: "project-updated",
    at: now,
    event,
  }));
}

/** An approved spec starts once it is merged; a quick one as soon as it is committed. */
function mayStart(situation: Situation): boolean {
  const { product } = situation.state;
  if (product?.phase === "quick") return draftOf(situation) !== null;
  if (product?.phase !== "approved") return false;
  return situation.observed.pulls.some(({ number, state }) => number === product.pull_request && state === "merged");
}

function openedPulls({ state, observed, config, now }: Situation): ProjectEvent[] {
  const tasks = Object.entries(state.project?.tasks ?? {});
  return tasks.flatMap(([task_id, task]): ProjectEvent[] => {
    if (task.status !== "IN_PROGRESS") return [];
    const branch = taskBranch(config.branch_prefix, task_id, task);
    const pull = observed.pulls.find((pull) => pull.branch === branch && pull.state === "open");
    if (pull === undefined || pull.number === task.pull_request) return [];
    return [{ kind: "pull-request-opened", at: now, task_id, pull_request: pull.number }];
  });
}

function dispatched(situation: Situation): ProjectEvent[] {
  const { state, config, now } = situation;
  if (state.project === null || state.checkpoint.open !== null) return [];
  const answer = selectForDispatch(state.project, { concurrency: config.concurrency });
  const held = heldBack(situation);
  return answer.kind === "start"
    ? answer.tasks.filter((id) => !held.has(id)).map((task_id) => ({ kind: "task-started", at: now, task_id }))
    : [];
}
