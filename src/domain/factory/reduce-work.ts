import { RESOLUTION_EFFECTS } from "../decisions/resolution-effects.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { StateIntent } from "../state/state-intent.js";
import { moveWork } from "../work/move-work.js";
import { reenterWork } from "../work/reenter-work.js";
import { spend } from "../work/spent.js";
import { begunAgain, NEW_WORK } from "../work/task-work.js";
import type { FactoryState } from "./factory-state.js";
import type { Intent } from "./intent.js";

type WorkMoved = Extract<Intent, { kind: "work-moved" }>;

export function reduceWork(state: FactoryState, { task_id, move }: WorkMoved): Outcome<FactoryState> {
  const work = state.work[task_id];
  if (work === undefined) return refuse("no-work", `${move.kind} happened to ${task_id}, which is not in work`);
  const moved = moveWork(work, move);
  if (!moved.ok) return moved;
  return accept({
    ...state,
    work: { ...state.work, [task_id]: moved.value },
    next_module: move.kind === "plan-made" ? move.next_module : state.next_module,
    // A call that was made costs, whatever became of its answer.
    remarks: move.kind === "module-proposed" ? takeUp(state.remarks, move) : state.remarks,
    spent: "usage" in move ? spend(state.spent, move.usage) : state.spent,
  });
}

/** The role was given these; what it made of them is in the commit that this question makes due. */
function takeUp(
  remarks: FactoryState["remarks"],
  { question, remarks: given = [] }: Extract<WorkMoved["move"], { kind: "module-proposed" }>,
): FactoryState["remarks"] {
  return remarks.map((remark) => (given.includes(remark.id) ? { ...remark, taken_in: question } : remark));
}

/** Starting, ending and resolving a task begins, files away or re-enters its work, in the same commit. */
export function followProject(work: FactoryState["work"], intent: StateIntent): FactoryState["work"] {
  switch (intent.kind) {
    case "task-started": {
      const earlier = work[intent.task_id];
      return { ...work, [intent.task_id]: earlier === undefined ? NEW_WORK : begunAgain(earlier) };
    }
    case "task-shipped":
      return without(work, intent.task_id);
    case "escalation-resolved": {
      const { task_id, resolution } = intent;
      const halted = work[task_id];
      if (halted === undefined) return work;
      const { reenter } = RESOLUTION_EFFECTS[resolution.action];
      if (reenter === "none" || resolution.action === "SPLIT_TASK") return without(work, task_id);
      return { ...work, [task_id]: reenterWork(halted, resolution) };
    }
    default:
      return work;
  }
}

function without(work: FactoryState["work"], task: string): FactoryState["work"] {
  return Object.fromEntries(Object.entries(work).filter(([id]) => id !== task));
}
