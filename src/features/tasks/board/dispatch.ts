import { z } from "zod";
import { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import { TaskId } from "../../../domain/ids.js";
import { openBoard } from "./board.js";
import { type ProjectState, ProjectStatus } from "./project-state.js";
import type { ProjectView } from "./project-view.js";
import { compareRank } from "./task-order.js";

/** What to start now, or why nothing starts (requirements.md#dispatch, decisions.md#never-silence). */
export const DispatchAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("start"), tasks: z.array(TaskId).min(1) }),
  z.strictObject({
    kind: z.literal("waiting"),
    because: z.enum(["no-free-slot", "dependencies-unshipped", "last-tasks-running"]),
    running: z.array(TaskId).min(1),
  }),
  z.strictObject({
    kind: z.literal("halted"),
    halted: z.array(z.strictObject({ task_id: TaskId, escalation_ref: EscalationId.nullable() })).min(1),
    running: z.array(TaskId),
  }),
  /** A decision card is due: `undecided` depend on abandoned tasks directly, `behind` only through those. */
  z.strictObject({
    kind: z.literal("blocked-by-abandoned"),
    undecided: z.array(z.strictObject({ task_id: TaskId, abandoned: z.array(TaskId).min(1) })).min(1),
    behind: z.array(TaskId),
  }),
  /** The release is due. */
  z.strictObject({ kind: z.literal("all-done"), shipped: z.int().min(1), abandoned: z.int().min(0) }),
  z.strictObject({ kind: z.literal("nothing-shipped"), abandoned: z.int().min(0) }),
  z.strictObject({ kind: z.literal("not-active"), status: ProjectStatus.exclude(["ACTIVE"]) }),
]);
export type DispatchAnswer = z.infer<typeof DispatchAnswer>;

/** The limit of parallel tasks; 1 by default (decisions.md#concurrency). */
export type DispatchOptions = { readonly concurrency: number };

/** Pure: the same state gives the same answer, whatever the order of its keys. */
export function selectForDispatch(state: ProjectState, options: DispatchOptions): DispatchAnswer {
  return answerDispatch(openBoard(state), options);
}

/** Filter, sort, select (requirements.md#dispatch). Any halt stops new dispatch, while started work continues. */
export function answerDispatch(view: ProjectView, { concurrency }: DispatchOptions): DispatchAnswer {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number from 1, not ${concurrency}`);
  }
  const status = view.status();
  if (status !== "ACTIVE") return { kind: "not-active", status };
  const running = view.withStatus("IN_PROGRESS");
  const halted = view.withStatus("HALTED");
  if (halted.size > 0) {
    return {
      kind: "halted",
      halted: inOrder(view, halted).map((task_id) => ({
        task_id,
        escalation_ref: view.task(task_id)?.escalation_ref ?? null,
      })),
      running: inOrder(view, running),
    };
  }
  const tasks = view.firstReady(Math.max(0, concurrency - running.size));
  if (tasks.length > 0) return { kind: "start", tasks };
  if (running.size > 0) return { kind: "waiting", because: whyWaiting(view), running: inOrder(view, running) };
  return view.withStatus("BLOCKED").size > 0 ? blockedByAbandoned(view) : finished(view);
}

function whyWaiting(view: ProjectView): "no-free-slot" | "dependencies-unshipped" | "last-tasks-running" {
  if (view.firstReady(1).length > 0) return "no-free-slot";
  return view.withStatus("PENDING").size > 0 ? "dependencies-unshipped" : "last-tasks-running";
}

/** If nothing is halted or running, every waiting task depends on an abandoned one. */
function blockedByAbandoned(view: ProjectView): DispatchAnswer {
  const blocked = inOrder(view, view.withStatus("BLOCKED")).map((task_id) => ({
    task_id,
    abandoned: (view.task(task_id)?.depends_on ?? []).filter((id) => view.task(id)?.status === "ABANDONED"),
  }));
  return {
    kind: "blocked-by-abandoned",
    undecided: blocked.filter(({ abandoned }) => abandoned.length > 0),
    behind: blocked.filter(({ abandoned }) => abandoned.length === 0).map(({ task_id }) => task_id),
  };
}

function finished(view: ProjectView): DispatchAnswer {
  const shipped = view.withStatus("SHIPPED").size;
  const abandoned = view.withStatus("ABANDONED").size;
  return shipped > 0 ? { kind: "all-done", shipped, abandoned } : { kind: "nothing-shipped", abandoned };
}

function inOrder(view: ProjectView, ids: Iterable<TaskId>): TaskId[] {
  const ranked = [...ids].flatMap((id) => {
    const task = view.task(id);
    return task === undefined ? [] : [{ id, task }];
  });
  return ranked.sort((a, b) => compareRank(a.task, b.task)).map(({ id }) => id);
}
