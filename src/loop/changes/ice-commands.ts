import type { ExceptionDecision } from "../../domain/exceptions/exception-decision.js";
import { exceptionStatus } from "../../domain/exceptions/exception-decision.js";
import { type InterfaceChange, openChangeOf } from "../../domain/exceptions/interface-change.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { ObservedComment } from "../../domain/factory/observed.js";
import { reduce } from "../../domain/factory/reduce.js";
import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { checkCardSeen, type ResolvedTask } from "../decisions/resolve-task.js";
import type { Situation } from "../situation.js";

/** What a person says about an exception. */
export type Ruling =
  | { readonly decision: "APPROVE_CHANGE" | "DEFER" }
  | { readonly decision: "REJECT_CHANGE"; readonly reason: string; readonly requeue: boolean };

/** A decision about the interface change that a halted task waits for; or why there is nothing to decide so. */
export function decideChange(
  situation: Situation,
  {
    task,
    ruling,
    comment,
  }: { readonly task: TaskId | null; readonly ruling: Ruling; readonly comment: ObservedComment },
): Outcome<ResolvedTask> {
  if (task === null)
    return refuse("which-task", "Say which task: its id, `T-...`, as the first word after the command.");
  const open = openChangeOf(situation.state.interface_changes, task);
  if (open === undefined) return noChange(situation, task);
  const seen = checkCardSeen(situation, task, comment);
  if (!seen.ok) return seen;
  const [id, change] = open;
  const free = ruling.decision === "APPROVE_CHANGE" ? checkFree(situation, id, change) : accept(null);
  if (!free.ok) return free;
  const isSaidAlready = ruling.decision === "DEFER" && exceptionStatus(id, change.decisions) === "DEFERRED";
  const intents = isSaidAlready ? [] : intentsOf(situation, { task, id, ruling, by: comment.author.login });
  let { state } = situation;
  for (const intent of intents) {
    const after = reduce(state, intent);
    if (!after.ok) return after;
    state = after.value;
  }
  return accept({ intents, answer: answerOf(task, id, change, ruling) });
}

function noChange({ state }: Situation, task: TaskId): Outcome<never> {
  const last = Object.entries(state.interface_changes).findLast(([, { task_id }]) => task_id === task);
  const said = last === undefined ? "" : ` ${last[0]} is ${last[1].stage.stage}.`;
  return refuse("no-interface-change", `${task} waits for no decision about an interface change.${said}`, { task });
}

/** Two changes of one contract side by side would each be made without knowing of the other. */
export function checkFree(
  { state }: Pick<Situation, "state">,
  id: string,
  { target_module }: Pick<InterfaceChange, "target_module">,
): Outcome<null> {
  const other = Object.entries(state.interface_changes).find(
    ([candidate, change]) =>
      candidate !== id &&
      change.target_module === target_module &&
      ["debating", "agreed", "building"].includes(change.stage.stage),
  );
  if (other === undefined) return accept(null);
  return refuse(
    "change-under-way",
    `${other[0]} changes ${target_module} already: wait until it has shipped, then say \`/factory retry\`, or reject this one.`,
    { exception_id: other[0] },
  );
}

function intentsOf(
  { state, now: at }: Situation,
  {
    task,
    id,
    ruling,
    by,
  }: { readonly task: TaskId; readonly id: string; readonly ruling: Ruling; readonly by: string },
): Intent[] {
  const decision: ExceptionDecision = { exception_id: id, decided_by: by, decided_at: at, ...ruling };
  const decided: Intent = { kind: "interface-change-moved", at, exception_id: id, move: { kind: "decided", decision } };
  if (ruling.decision !== "REJECT_CHANGE" || !ruling.requeue) return [decided];
  const resolution = { action: "REJECT_INTERFACE_CHANGE", exception_id: id, reason: ruling.reason } as const;
  const escalation_ref = state.project?.tasks[task]?.escalation_ref ?? null;
  return [
    decided,
    {
      kind: "project-moved",
      at,
      move: { kind: "escalation-resolved", at, task_id: task, escalation_ref, resolution, identities: [], by },
    },
  ];
}

function answerOf(task: TaskId, id: string, { target_module, decisions }: InterfaceChange, ruling: Ruling): string {
  switch (ruling.decision) {
    case "APPROVE_CHANGE":
      return `${id} is approved. The new contract of ${target_module} is debated now; ${task} stays halted until it is agreed on, and then waits for the version that is built.`;
    case "REJECT_CHANGE":
      return ruling.requeue
        ? `${id} is rejected. ${task} is done again within the interface as it is, and your reason is given to the roles.`
        : `${id} is rejected, and ${task} stays halted: say \`/factory retry\` to let it look for another way, or resolve it otherwise.`;
    case "DEFER": {
      const again = exceptionStatus(id, decisions) === "DEFERRED" ? "still " : "";
      return `${id} is ${again}deferred. ${task} stays halted, and nothing else is started, until you approve or reject it.`;
    }
    default:
      return ruling satisfies never;
  }
}
