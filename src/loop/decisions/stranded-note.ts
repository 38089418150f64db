import type { OwedSaying } from "../../domain/factory/factory-state.js";
import { digestOf } from "../../domain/hash.js";
import { selectForDispatch } from "../../domain/state/dispatch.js";
import { plainLine } from "../../render/plain-text.js";
import type { Situation } from "../situation.js";

/** Only tasks that rest on abandoned ones are left: a person decides about each, and is told so (RULES, state machine). */
export function strandedNote({ state, config }: Situation): OwedSaying[] {
  if (state.project === null) return [];
  const answer = selectForDispatch(state.project, { concurrency: config.concurrency });
  if (answer.kind !== "blocked-by-abandoned") return [];
  const { tasks } = state.project;
  const rows = answer.undecided.map(
    ({ task_id, abandoned }) => `| ${task_id} | ${plainLine(tasks[task_id]?.task ?? "")} | ${abandoned.join(", ")} |`,
  );
  const [first] = answer.undecided;
  const body = [
    "## Your decision about what rests on abandoned tasks",
    "",
    `@${state.request.requester} nothing can be started any more: these tasks need others that were abandoned.`,
    "",
    "| task | | needs |",
    "|---|---|---|",
    ...rows,
    "",
    `For each, say \`/factory amend-spec ${first?.task_id ?? ""}\` to do it without, \`/factory split\` or \`/factory abandon\` with its id; or cut the dependencies with \`/factory adjust\`.`,
    ...(answer.behind.length === 0 ? [] : ["", `Behind them wait ${answer.behind.join(", ")}.`]),
  ].join("\n");
  const key = `stranded:${digestOf(answer.undecided.map(({ task_id }) => task_id)).slice(0, 12)}`;
  return [{ key, issue: state.request.issue, body, answers: null }];
}
