import { digestOf } from "../../domain/hash.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { cutLine } from "../../render/cut.js";
import { firstFew } from "../../render/first-few.js";
import { plainLine } from "../../render/plain-text.js";
import type { PendingComment } from "../inbox/pending-comment.js";
import { nothingToRelease } from "../release/nothing-to-release.js";
import { selectForDispatch } from "../tasks/board/dispatch.js";

/** The maximum number of tasks that are named, here and in the status comment, and of dependencies of each. */
export const NAMED_STRANDED = 10;
export const NAMED_ABANDONED = 3;

/** Only tasks that depend on abandoned ones are left. A person must decide about each (decisions.md#never-silence). */
export function strandedNote({ state, config }: Situation): PendingComment[] {
  if (state.project === null) return [];
  const answer = selectForDispatch(state.project, { concurrency: config.concurrency });
  if (answer.kind === "nothing-shipped") return [emptyNote(state.request, Object.keys(state.project.tasks))];
  if (answer.kind !== "blocked-by-abandoned") return [];
  const { tasks } = state.project;
  const rows = answer.undecided.slice(0, NAMED_STRANDED).map(({ task_id, abandoned }) => {
    const title = cutLine(plainLine(tasks[task_id]?.task ?? ""), 200);
    return `| ${task_id} | ${title} | ${firstFew(abandoned, NAMED_ABANDONED)} |`;
  });
  const rest = answer.undecided.length - rows.length;
  const [first] = answer.undecided;
  const body = [
    "## Your decision about what rests on abandoned tasks",
    "",
    `@${state.request.requester} nothing can be started any more: these tasks need others that were abandoned.`,
    "",
    "| task | title | needs |",
    "|---|---|---|",
    ...rows,
    ...(rest > 0 ? ["", `and ${rest} more, which are named when these are decided about.`] : []),
    "",
    `For each, say \`/factory amend-spec ${first?.task_id ?? ""}\` to do it without, \`/factory split\` or \`/factory abandon\` with its id; or cut the dependencies with \`/factory adjust\`.`,
    ...(answer.behind.length === 0 ? [] : ["", `Behind them wait ${firstFew(answer.behind, NAMED_STRANDED)}.`]),
  ].join("\n");
  const key = `stranded:${digestOf(answer.undecided).slice(0, 12)}`;
  return [{ key, issue: state.request.issue, body, answers: null }];
}

/** All tasks have ended and none has shipped. The product waits for a person to end it. */
function emptyNote({ issue, requester }: FactoryState["request"], tasks: readonly TaskId[]): PendingComment {
  const why = "Every task was abandoned, so there is nothing to release.";
  const body = nothingToRelease({ mention: requester, why, merged: [] });
  return { key: `stranded:${digestOf(["nothing shipped", ...tasks]).slice(0, 12)}`, issue, body, answers: null };
}
