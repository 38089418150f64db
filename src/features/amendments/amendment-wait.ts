import type { TaskId } from "../../domain/ids.js";
import type { Wait, WaitView } from "../../engine/wait.js";
import { taskName } from "../tasks/task-name.js";
import { awaitingAmendment } from "./amend-contract.js";
import { amendmentSentence } from "./amendment-card.js";

/** What is waited for while a person is asked about a contract; undefined when nobody is. */
export function amendmentWait(view: Pick<WaitView, "state" | "observed">, task: TaskId): Wait | undefined {
  const { state } = view;
  const work = state.work[task];
  const waiting = work === undefined ? undefined : awaitingAmendment(work);
  if (waiting === undefined) return undefined;
  const number = state.project?.tasks[task]?.pull_request ?? undefined;
  const name = taskName(view, task, `${task}${number === undefined ? "" : ` in #${number}`}`);
  return {
    who: "person",
    for: `your decision about ${name}: ${amendmentSentence(waiting.module.module_ref)}`,
    since: waiting.amendment.proposed_at,
    commands: ["/factory amendment accept", "/factory amendment reject <reason>"],
    decision: "amendment",
    task,
    pull_request: number,
  };
}
