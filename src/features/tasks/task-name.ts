import type { TaskId } from "../../domain/ids.js";
import type { WaitView } from "../../engine/wait.js";
import { plainLine } from "../../render/plain-text.js";

/** A task by its title, its id and its pull request. */
export function fullTaskName({ state }: Pick<WaitView, "state">, id: TaskId): string {
  const { pull_request = null, task: title = "" } = state.project?.tasks[id] ?? {};
  return `${plainLine(title)} (${id})${pull_request === null ? "" : ` in #${pull_request}`}`;
}

/** The status comment has a table of all tasks below and names them briefly. Elsewhere the name is all that there is. */
export function taskName(view: Pick<WaitView, "state" | "observed">, id: TaskId, brief: string): string {
  return view.observed === null ? fullTaskName(view, id) : brief;
}
