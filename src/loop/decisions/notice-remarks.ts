import { readCommands } from "../../commands/read-commands.js";
import { MAX_REVISIONS } from "../../domain/debate/limits.js";
import type { Remark } from "../../domain/factory/decision-state.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { ObservedRemark } from "../../domain/factory/observed.js";
import { remarkKey } from "../../domain/factory/reduce-decisions.js";
import type { TaskId } from "../../domain/ids.js";
import { moduleIdOf } from "../../domain/work/task-work.js";
import { inlineCode } from "../../render/code.js";
import { mayAsk } from "../notice-request.js";
import type { Situation } from "../situation.js";
import { tasksInWork, type WorkSituation } from "../work/work-situation.js";

/** What people write on a task's lines is kept for its next revision, brings one about, and is answered (DESIGN, 1). */
export function noticeRemarks(situation: Situation): Intent[] {
  const fresh = freshRemarks(situation);
  if (fresh.length > 0) return fresh;
  return tasksInWork(situation).flatMap((inWork) => [...answered(situation, inWork), ...revision(situation, inWork)]);
}

function freshRemarks({ state, observed, config, now }: Situation): Intent[] {
  const tasks = new Map<number, TaskId>(
    Object.entries(state.project?.tasks ?? {}).flatMap(([id, { pull_request, status }]): [number, TaskId][] =>
      pull_request !== null && (status === "IN_PROGRESS" || status === "HALTED") ? [[pull_request, id]] : [],
    ),
  );
  return observed.remarks.flatMap((remark): Intent[] => {
    const task_id = tasks.get(remark.pull);
    const counts = mayAsk(remark.author, config.approvers) && remark.body.trim() !== "" && !isCommand(remark);
    if (task_id === undefined || !counts || state.noted.includes(remarkKey(remark.id))) return [];
    const { id, path, line, body } = remark;
    return [{ kind: "remark-noticed", at: now, remark: { id, task_id, by: remark.author.login, path, line, body } }];
  });
}

/** A command in a review thread is told where it belongs; it is no remark about the work. */
function isCommand({ body }: ObservedRemark): boolean {
  const read = readCommands(body);
  return read.ok && read.value.length > 0;
}

/** The commit that took them up stands on the branch. */
function answered({ state, now }: Situation, { taskId, task, work }: WorkSituation): Intent[] {
  const committed = new Set(work.modules.map(({ written_in }) => written_in));
  const done = state.remarks.filter(
    ({ task_id, taken_in }) => task_id === taskId && taken_in !== undefined && committed.has(taken_in),
  );
  const question = done[0]?.taken_in;
  if (question === undefined || task.pull_request === null) return [];
  const body = `Taken up in ${work.head?.slice(0, 7) ?? "the last commit"}, which is being judged:\n\n${list(done)}`;
  return [
    answer(now, { key: `remarks:${task.pull_request}:${question}`, issue: task.pull_request, remarks: done, body }),
  ];
}

/** Approved work does not ship past people's remarks while it can be revised. */
function revision({ state, now }: Situation, { taskId, task, work }: WorkSituation): Intent[] {
  const open = state.remarks.filter(({ task_id, taken_in }) => task_id === taskId && taken_in === undefined);
  const approved = work.modules.find(({ step }) => step.step === "approved");
  if (open.length === 0 || approved === undefined || task.pull_request === null) return [];
  if (approved.progress.revisions < MAX_REVISIONS && approved.overridden_in === undefined) {
    const move = { kind: "revision-asked", module_id: moduleIdOf(approved) } as const;
    return [{ kind: "work-moved", at: now, task_id: taskId, move }];
  }
  const body = `These came after the last revision, so they are not taken up by themselves:\n\n${list(open)}\n\nTo have them done, push commits here and say \`/factory fix\` should the task halt, or open an issue for what is left.`;
  const first = open[0]?.id ?? 0;
  return [answer(now, { key: `remarks-late:${first}`, issue: task.pull_request, remarks: open, body })];
}

function answer(
  at: string,
  {
    remarks,
    ...note
  }: { readonly key: string; readonly issue: number; readonly body: string; readonly remarks: readonly Remark[] },
): Intent {
  return { kind: "remarks-answered", at, remarks: remarks.map(({ id }) => id), note: { ...note, answers: null } };
}

function list(remarks: readonly Remark[]): string {
  return remarks
    .map(({ by, path, line }) => `- ${by} on ${inlineCode(line === null ? path : `${path}:${line}`)}`)
    .join("\n");
}
