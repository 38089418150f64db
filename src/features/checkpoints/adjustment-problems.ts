import type { TaskId } from "../../domain/ids.js";
import type { ProjectView } from "../tasks/board/project-view.js";
import { STATUS_WORDS } from "../tasks/board/status-words.js";
import type { AdjustmentEntry, PlanAdjustment } from "./adjustment.js";

/** Why one entry is impossible. `entry` counts from 0; the text for people counts from 1. */
export type AdjustmentProblem = { readonly entry: number; readonly code: string; readonly message: string };

type Problem = Omit<AdjustmentProblem, "entry">;

/** What the whole command does, for entries that depend on one another. */
type Whole = {
  /** The tasks that are dropped or skipped, with the first entry that does so. */
  readonly givenUp: ReadonlyMap<TaskId, number>;
  readonly cut: ReadonlySet<string>;
  readonly firstOrder: number;
};

/** Every reason why an adjustment is impossible, entry by entry. It is applied entirely or not at all. */
export function adjustmentProblems(view: ProjectView, adjustment: PlanAdjustment): AdjustmentProblem[] {
  const whole: Whole = {
    givenUp: firstPositions(adjustment.map(givenUpBy)),
    cut: new Set(adjustment.flatMap((entry) => ("cut" in entry ? [edge(entry.cut, entry.from)] : []))),
    firstOrder: adjustment.findIndex((entry) => "reorder" in entry),
  };
  return adjustment.flatMap((entry, index) =>
    problemsOf(view, { entry, index }, whole).map(({ code, message }) => ({
      entry: index,
      code,
      message: `entry ${index + 1}: ${message}`,
    })),
  );
}

function problemsOf(
  view: ProjectView,
  { entry, index }: { entry: AdjustmentEntry; index: number },
  whole: Whole,
): Problem[] {
  if ("cut" in entry) return cutProblems(view, entry, whole);
  if ("reorder" in entry) {
    if (whole.firstOrder === index) return reorderProblems(view, entry.reorder, whole);
    return [{ code: "reorder-repeated", message: "there are two orders: give one list with all tasks that go first" }];
  }
  const id = "drop" in entry ? entry.drop : entry.skip;
  if (whole.givenUp.get(id) !== index) {
    return [{ code: "task-repeated", message: `${id} is dropped or skipped twice: name it once` }];
  }
  const fixed = fixedProblems(view, id);
  return fixed.length > 0 || "skip" in entry ? fixed : leftBehind(view, id, whole);
}

/** Only waiting tasks can be adjusted, not started or finished ones (requirements.md#plan-adjustment). */
function fixedProblems(view: ProjectView, id: TaskId): Problem[] {
  const status = view.task(id)?.status;
  if (status === "PENDING" || status === "BLOCKED") return [];
  if (status === undefined) {
    return [{ code: "unknown-task", message: `there is no task ${id}: an adjustment adds no tasks` }];
  }
  const instead = status === "HALTED" ? "; answer its decision card" : "";
  return [
    { code: "task-fixed", message: `${id} ${STATUS_WORDS[status]}: only waiting tasks can be adjusted${instead}` },
  ];
}

/**
 * Dropping a task requires that the same command drops its dependants or cuts their edges
 * (decisions.md#dropping-takes-dependants-along).
 */
function leftBehind(view: ProjectView, id: TaskId, { givenUp, cut }: Whole): Problem[] {
  return view
    .dependants(id)
    .filter((dependant) => view.task(dependant)?.status !== "ABANDONED")
    .filter((dependant) => !givenUp.has(dependant) && !cut.has(edge(dependant, id)))
    .map((dependant) => ({
      code: "dependant-left",
      message: `${dependant} depends on ${id}: drop or skip it as well, or add "cut: ${dependant}" with "from: ${id}"`,
    }));
}

function cutProblems(view: ProjectView, entry: { cut: TaskId; from: TaskId }, { givenUp }: Whole): Problem[] {
  const fixed = fixedProblems(view, entry.cut);
  if (fixed.length > 0) return fixed;
  if (!view.task(entry.cut)?.depends_on.includes(entry.from)) {
    return [{ code: "edge-unknown", message: `${entry.cut} does not depend on ${entry.from}` }];
  }
  if (view.task(entry.from)?.status === "ABANDONED" || givenUp.has(entry.from)) return [];
  return [
    {
      code: "edge-needed",
      message: `${entry.cut} still needs ${entry.from}: only a dependency on an abandoned task can be cut`,
    },
  ];
}

function reorderProblems(view: ProjectView, ids: readonly TaskId[], { givenUp }: Whole): Problem[] {
  const firstAt = firstPositions(ids);
  return ids.flatMap((id, index): Problem[] => {
    if (firstAt.get(id) !== index) return [{ code: "task-repeated", message: `${id} stands twice in the order` }];
    if (givenUp.has(id)) return [{ code: "task-given-up", message: `${id} is dropped or skipped: it has no place` }];
    return fixedProblems(view, id);
  });
}

function givenUpBy(entry: AdjustmentEntry): TaskId | undefined {
  if ("drop" in entry) return entry.drop;
  return "skip" in entry ? entry.skip : undefined;
}

function firstPositions(ids: readonly (TaskId | undefined)[]): Map<TaskId, number> {
  const positions = new Map<TaskId, number>();
  for (const [index, id] of ids.entries()) {
    if (id !== undefined && !positions.has(id)) positions.set(id, index);
  }
  return positions;
}

function edge(dependant: TaskId, dependency: TaskId): string {
  return `${dependant} -> ${dependency}`;
}
