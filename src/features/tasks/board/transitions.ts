import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { TaskStatus } from "./project-state.js";

/** One legal transition of a task, and its trigger. */
export type TaskTransition = {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  readonly when: string;
  /** Only a person may do this, with a rationale. */
  readonly needsRationale?: true;
};

/** All legal transitions (requirements.md#task-statuses, decisions.md#legal-moves-of-a-task). */
export const TASK_TRANSITIONS: readonly TaskTransition[] = [
  { from: "PENDING", to: "IN_PROGRESS", when: "it is dispatched" },
  { from: "PENDING", to: "BLOCKED", when: "a task it depends on halts or is abandoned" },
  { from: "PENDING", to: "ABANDONED", when: "a plan adjustment drops or skips it" },
  { from: "IN_PROGRESS", to: "SHIPPED", when: "its pull request is merged" },
  { from: "IN_PROGRESS", to: "HALTED", when: "it needs a person's decision" },
  { from: "BLOCKED", to: "PENDING", when: "nothing it depends on is halted or abandoned any more" },
  { from: "BLOCKED", to: "ABANDONED", when: "a person gives it up" },
  { from: "HALTED", to: "PENDING", when: "a person has it done again" },
  { from: "HALTED", to: "IN_PROGRESS", when: "a person lets it go on" },
  { from: "HALTED", to: "ABANDONED", when: "a person gives it up" },
  { from: "HALTED", to: "SHIPPED", when: "a person merges it", needsRationale: true },
  { from: "SHIPPED", to: "HALTED", when: "a person takes it back", needsRationale: true },
  { from: "SHIPPED", to: "PENDING", when: "a person takes back what it was built on", needsRationale: true },
  { from: "IN_PROGRESS", to: "PENDING", when: "a person takes back what it is built on", needsRationale: true },
];

/** Reasons that explain more than "not in the table". */
const WHY_NOT: Partial<Record<`${TaskStatus} -> ${TaskStatus}`, string>> = {
  "BLOCKED -> IN_PROGRESS": "a blocked task first returns to PENDING, when what blocks it is resolved",
};
const WHY_FINAL: Partial<Record<TaskStatus, string>> = {
  SHIPPED: "SHIPPED is final: what has shipped is changed by a new task, or taken back by /factory undo",
  ABANDONED: "ABANDONED is final: add the work again as a new task",
};

/** Whether a task may make this transition; `rationale` is the person's reason, null if the App makes it. */
export function checkTransition(transition: {
  readonly task_id: TaskId;
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  readonly rationale: string | null;
}): Outcome<TaskStatus> {
  const { task_id, from, to, rationale } = transition;
  const legal = TASK_TRANSITIONS.find((transition) => transition.from === from && transition.to === to);
  if (legal === undefined) {
    return refuse("illegal-transition", `${task_id} cannot go from ${from} to ${to}: ${whyNot(from, to)}`, {
      task_id,
      from,
      to,
    });
  }
  if (legal.needsRationale && rationale === null) {
    return refuse(
      "rationale-required",
      `${task_id} can go from ${from} to ${to} only when ${legal.when} and says why: give a rationale`,
      { task_id, from, to },
    );
  }
  return accept(to);
}

function whyNot(from: TaskStatus, to: TaskStatus): string {
  const known = WHY_FINAL[from] ?? WHY_NOT[`${from} -> ${to}`];
  if (known !== undefined) return known;
  const possible = TASK_TRANSITIONS.filter((transition) => transition.from === from);
  return `from ${from} it goes to ${possible.map(({ to: next, when }) => `${next} when ${when}`).join(", ")}`;
}
