import { readCommands } from "../../commands/read-commands.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedRemark } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { cutText } from "../../render/cut.js";
import type { Remark } from "../halts/decision-state.js";
import { planOf } from "../halts/task-reading.js";
import { moduleIdOf } from "../modules/task-work.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";
import { mayAsk } from "../request/detect-request.js";
import { concerns, isRevisable, lateRemarks, openRemarks } from "./open-remarks.js";
import { remarkKey } from "./reduce-remarks.js";
import { answerRemarks } from "./remark-answers.js";

/**
 * People's remarks in reviews of a task are stored for its next revision, trigger one, and are answered
 * (decisions.md#remarks-feed-the-next-revision).
 */
export function detectRemarks(situation: Situation): FactoryEvent[] {
  const fresh = freshRemarks(situation);
  if (fresh.length > 0) return fresh;
  return [
    ...ended(situation),
    ...tasksInWork(situation).flatMap((inWork) => [
      ...takenUp(situation, inWork),
      ...late(situation, inWork),
      ...revision(situation, inWork),
    ]),
  ];
}

/** The limit of one remark, because the state is one file. */
const MAX_REMARK = 4_000;

/** Remarks that were not read before. */
export function freshRemarks({ state, observed, config, now }: Situation): FactoryEvent[] {
  const tasks = new Map<number, TaskId>(
    Object.entries(state.project?.tasks ?? {}).flatMap(([id, { pull_request, status }]): [number, TaskId][] =>
      pull_request !== null && (status === "IN_PROGRESS" || status === "HALTED") ? [[pull_request, id]] : [],
    ),
  );
  return observed.remarks.flatMap((remark): FactoryEvent[] => {
    const task_id = tasks.get(remark.pull);
    const counts = mayAsk(remark.author, config.approvers) && remark.body.trim() !== "" && !isCommand(remark);
    if (task_id === undefined || !counts || state.noted.includes(remarkKey(remark.id))) return [];
    const { id, pull, path, line, thread } = remark;
    const body = cutText(remark.body, MAX_REMARK);
    const noticed: Remark = { id, task_id, pull, by: remark.author.login, path, line, thread, body };
    return [{ kind: "remark-received", at: now, remark: noticed }];
  });
}

/** A command in a review is answered with the right place. It is no remark about the work. */
function isCommand({ body }: ObservedRemark): boolean {
  const read = readCommands(body);
  return read.ok && read.value.length > 0;
}

/** The commit that considered them is on the branch. */
function takenUp({ state, now }: Situation, { taskId, task, work }: WorkSituation): FactoryEvent[] {
  const { pull_request: pull } = task;
  if (pull === null) return [];
  return work.modules.flatMap(({ written_in }) => {
    const remarks = state.remarks.filter(
      ({ task_id, taken_in }) => task_id === taskId && taken_in !== undefined && taken_in === written_in,
    );
    const words = `Taken up in ${work.head ?? "the last commit"}, which is being judged.`;
    return answerRemarks({ at: now, key: `remarks:${pull}:${written_in}`, pull, remarks, words });
  });
}

const LATE =
  "This came after the last revision of the work it is about, so it is not taken up by itself. To have it done, push " +
  "commits here and say `/factory fix` should the task halt, or open an issue for what is left.";

function late(situation: Situation, { taskId, task, work }: WorkSituation): FactoryEvent[] {
  if (task.pull_request === null) return [];
  const open = openRemarks(situation.state.remarks, taskId, work);
  if (open.length === 0) return [];
  const remarks = lateRemarks(open, work, planOf(situation, taskId));
  const key = `remarks-late:${remarks[0]?.id}`;
  return answerRemarks({ at: situation.now, key, pull: task.pull_request, remarks, words: LATE });
}

/** Approved work with open remarks is revised before it ships, while it can be. */
function revision(situation: Situation, { taskId, work }: WorkSituation): FactoryEvent[] {
  const open = openRemarks(situation.state.remarks, taskId, work);
  if (open.length === 0) return [];
  const plan = planOf(situation, taskId);
  const next = work.modules.find(
    (module) =>
      module.step.step === "approved" &&
      isRevisable(module) &&
      open.some((remark) => concerns(remark, moduleIdOf(module), plan)),
  );
  if (next === undefined) return [];
  const event = { kind: "revision-asked", module_id: moduleIdOf(next) } as const;
  return [{ kind: "work-updated", at: situation.now, task_id: taskId, event }];
}

/** Remarks about a task that has ended are answered, too. */
function ended({ state, now }: Situation): FactoryEvent[] {
  return Object.entries(state.project?.tasks ?? {}).flatMap(([taskId, { status, pull_request: pull }]) => {
    if (pull === null || (status !== "SHIPPED" && status !== "ABANDONED")) return [];
    const remarks = state.remarks.filter(({ task_id }) => task_id === taskId);
    const words =
      status === "SHIPPED"
        ? "The task shipped before this was taken up. Open an issue for what is left."
        : "The task was given up before this was taken up. Say it again where the work goes on, or open an issue for it.";
    return answerRemarks({ at: now, key: `remarks-ended:${remarks[0]?.id}`, pull, remarks, words });
  });
}
