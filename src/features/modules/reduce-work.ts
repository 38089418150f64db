import type { AmendmentDecision } from "../../domain/enforcement/contract-amendment.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { amendmentDecision } from "../amendments/amend-contract.js";
import { spend } from "../budget/spent.js";
import { withNotes } from "../debate/reviewer-notes.js";
import { reenterWork } from "../halts/reenter-work.js";
import { RESOLUTION_EFFECTS } from "../halts/resolution/resolution-effects.js";
import { openChange } from "../interface-change/reduce-changes.js";
import { openBoard } from "../tasks/board/board.js";
import type { ProjectEvent } from "../tasks/board/project-event.js";
import { reopenedWork } from "../undo/rules/reopened-work.js";
import { startedOn, takeBackOf } from "../undo/rules/take-back.js";
import { applyTaskEvent } from "./apply-task-event.js";
import { updateArtifacts } from "./artifacts/debated-artifact.js";
import { repairsIn } from "./repairs.js";
import { begunAgain, NEW_WORK } from "./task-work.js";

type WorkUpdated = Extract<FactoryEvent, { kind: "work-updated" }>;

export function reduceWork(state: FactoryState, { task_id, event, at }: WorkUpdated): Outcome<FactoryState> {
  const work = state.work[task_id];
  if (work === undefined) return refuse("no-work", `${event.kind} happened to ${task_id}, which is not in work`);
  const stepped = applyTaskEvent(work, event);
  if (!stepped.ok) return stepped;
  const updated = updateArtifacts(work, stepped.value, {
    task: task_id,
    at,
    made: "made" in event ? event.made : undefined,
    replaces: "replaces" in event ? event.replaces : undefined,
  });
  if (!updated.ok) return updated;
  if (event.kind === "plan-made" && (event.numbered_from ?? state.next_module) !== state.next_module) {
    return refuse(
      "numbers-taken",
      `the plan of ${task_id} was numbered from ${event.numbered_from}, which is taken by now`,
    );
  }
  const repairs = (state.repairs ?? 0) + repairsIn(updated.value) - repairsIn(work);
  return accept({
    ...withPrecedent(state, amendmentDecision(work, task_id, event)),
    work: { ...state.work, [task_id]: updated.value },
    interface_changes:
      event.kind === "interface-change-raised"
        ? openChange(state.interface_changes, task_id, event.exception)
        : state.interface_changes,
    next_module: event.kind === "plan-made" ? event.next_module : state.next_module,
    // A call costs, whatever happens to its answer.
    remarks: event.kind === "module-proposed" ? takeUp(state.remarks, event) : state.remarks,
    ...withNotes(state.reviewer_notes, task_id, event),
    spent: "usage" in event ? spend(state.spent, event.usage ?? []) : state.spent,
    ...(repairs > 0 ? { repairs } : {}),
  });
}

function withPrecedent(state: FactoryState, decision: AmendmentDecision | undefined): FactoryState {
  if (decision === undefined) return state;
  return { ...state, amendment_precedents: { ...state.amendment_precedents, [decision.cause]: decision } };
}

/** Marks the remarks that the role was given. Its answer to them is in the commit for this question. */
function takeUp(
  remarks: FactoryState["remarks"],
  { question, remarks: given = [] }: Extract<WorkUpdated["event"], { kind: "module-proposed" }>,
): FactoryState["remarks"] {
  return remarks.map((remark) => (given.includes(remark.id) ? { ...remark, taken_in: question } : remark));
}

/** Starts, ends or continues a task's work in the same commit as the project event. */
export function followProject({ work, project }: FactoryState, event: ProjectEvent): FactoryState["work"] {
  switch (event.kind) {
    case "task-started": {
      const earlier = work[event.task_id];
      return { ...work, [event.task_id]: earlier === undefined ? NEW_WORK : begunAgain(earlier) };
    }
    case "task-shipped":
      return without(work, event.task_id);
    case "escalation-resolved": {
      const { task_id, resolution } = event;
      const halted = work[task_id];
      if (halted === undefined) return work;
      const { reenter } = RESOLUTION_EFFECTS[resolution.action];
      if (reenter === "none" || resolution.action === "SPLIT_TASK") return without(work, task_id);
      return { ...work, [task_id]: reenterWork(halted, resolution) };
    }
    case "task-taken-back": {
      if (project === null) return work;
      const { task_id, along } = takeBackOf(event);
      return reopenedWork(work, event, startedOn(openBoard(project), task_id, along));
    }
    default:
      return work;
  }
}

function without(work: FactoryState["work"], task: string): FactoryState["work"] {
  return Object.fromEntries(Object.entries(work).filter(([id]) => id !== task));
}
