import { fencedBlock } from "../../commands/fenced-block.js";
import { moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedComment } from "../../engine/observation.js";
import { reduce } from "../../engine/reduce.js";
import type { Situation } from "../../engine/situation.js";
import { checkCardSeen, type ResolvedTask } from "../halts/resolution/resolve-task.js";
import { isRead } from "./change-paths.js";
import { candidateAfter, lastDelta } from "./change-reading.js";
import { approvalOf } from "./delta-payload.js";
import type { InterfaceChangeDecision } from "./rules/change-decision.js";
import { interfaceChangeStatus } from "./rules/change-decision.js";
import type { ContractDelta } from "./rules/contract-delta.js";
import { type InterfaceChange, openChangeOf, otherChangeOf } from "./rules/interface-change.js";

/** A person's decision about an exception. */
export type Ruling =
  | { readonly decision: "APPROVE_CHANGE"; readonly revised_delta?: ContractDelta }
  | { readonly decision: "DEFER" }
  | { readonly decision: "REJECT_CHANGE"; readonly reason: string; readonly requeue: boolean };

/** Applies a decision about the interface change that a halted task waits for; or says why it is impossible. */
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
  const fits = ruling.decision === "APPROVE_CHANGE" ? checkDelta(situation, open, ruling.revised_delta) : accept(null);
  if (!fits.ok) return fits;
  const isSaidAlready = ruling.decision === "DEFER" && interfaceChangeStatus(id, change.decisions) === "DEFERRED";
  const events = isSaidAlready ? [] : eventsOf(situation, { task, id, ruling, by: comment.author.login });
  let { state } = situation;
  for (const event of events) {
    const after = reduce(state, event);
    if (!after.ok) return after;
    state = after.value;
  }
  return accept({ events, answer: answerOf(task, id, change, ruling) });
}

/** A person's own delta is judged like a role's. After a debate without an agreement there must be one. */
function checkDelta(
  situation: Situation,
  [id, { stage }]: [string, InterfaceChange],
  delta: ContractDelta | undefined,
): Outcome<unknown> {
  const isOver = stage.stage === "not-agreed";
  if (!isRead(situation, id) || (delta === undefined && !isOver)) return accept(null);
  if (delta !== undefined) return candidateAfter(situation, id, delta);
  const comment = approvalOf("/factory ice approve", lastDelta(situation, id));
  return refuse(
    "delta-needed",
    `No contract was agreed on for this change, so it needs another delta. Change this to what you want, and send it:\n\n${fencedBlock(comment, "markdown")}`,
    { comment },
  );
}

function noChange({ state }: Situation, task: TaskId): Outcome<never> {
  const last = Object.entries(state.interface_changes).findLast(([, { task_id }]) => task_id === task);
  const said = last === undefined ? "" : ` ${last[0]} is ${last[1].stage.stage}.`;
  return refuse("no-interface-change", `${task} waits for no decision about an interface change.${said}`, { task });
}

/** Two parallel changes of one contract would not know of each other. */
export function checkFree(
  { state }: Pick<Situation, "state">,
  id: string,
  change: Pick<InterfaceChange, "target_module">,
): Outcome<null> {
  const other = otherChangeOf(state.interface_changes, id, change);
  if (other === undefined) return accept(null);
  const [exception_id, { target_module, stage }] = other;
  const next = "version" in stage ? moduleRef(parseModuleRef(target_module).moduleId, stage.version) : null;
  const refused = (words: string) => refuse("change-under-way", `${exception_id} ${words}`, { exception_id });
  switch (stage.stage) {
    case "debating":
    case "agreed":
      return refused(
        `changes ${target_module} already: wait until its contract is agreed on, then say \`/factory retry\`, or reject this one.`,
      );
    case "building":
      // No task starts while another is halted, so merely waiting would never end.
      return refused(
        `changes ${target_module} already: say \`/factory retry\`, and the task waits for ${stage.task_id}, which builds ${next}, and is then done again on it; or reject this one.`,
      );
    default:
      return refused(
        `has changed ${target_module} already, and it is ${next} now: say \`/factory retry\`, and the task is done again on that; or reject this one.`,
      );
  }
}

/** What the person can do instead about a change that cannot be approved now. */
export function sayInstead(
  { state }: Pick<Situation, "state">,
  id: string,
  change: Pick<InterfaceChange, "target_module">,
) {
  const stage = otherChangeOf(state.interface_changes, id, change)?.[1].stage.stage;
  return stage === "debating" || stage === "agreed" ? "ice defer" : "retry";
}

function eventsOf(
  { state, now: at }: Situation,
  {
    task,
    id,
    ruling,
    by,
  }: { readonly task: TaskId; readonly id: string; readonly ruling: Ruling; readonly by: string },
): FactoryEvent[] {
  const decision: InterfaceChangeDecision = { exception_id: id, decided_by: by, decided_at: at, ...ruling };
  const decided: FactoryEvent = {
    kind: "interface-change-updated",
    at,
    exception_id: id,
    event: { kind: "decided", decision },
  };
  if (ruling.decision !== "REJECT_CHANGE" || !ruling.requeue) return [decided];
  const resolution = { action: "REJECT_INTERFACE_CHANGE", exception_id: id, reason: ruling.reason } as const;
  const escalation_ref = state.project?.tasks[task]?.escalation_ref ?? null;
  return [
    decided,
    {
      kind: "project-updated",
      at,
      event: { kind: "escalation-resolved", at, task_id: task, escalation_ref, resolution, identities: [], by },
    },
  ];
}

function answerOf(task: TaskId, id: string, { target_module, decisions }: InterfaceChange, ruling: Ruling): string {
  switch (ruling.decision) {
    case "APPROVE_CHANGE":
      return `${id} is approved${ruling.revised_delta === undefined ? "" : " with your delta"}. The new contract of ${target_module} is debated now; ${task} stays halted until it is agreed on, and then waits for the version that is built.`;
    case "REJECT_CHANGE":
      return ruling.requeue
        ? `${id} is rejected. ${task} is done again within the interface as it is, and your reason is given to the roles.`
        : `${id} is rejected, and ${task} stays halted: say \`/factory retry\` to let it look for another way, or resolve it otherwise.`;
    case "DEFER": {
      const again = interfaceChangeStatus(id, decisions) === "DEFERRED" ? "still " : "";
      return `${id} is ${again}deferred. ${task} stays halted, and nothing else is started, until you approve or reject it.`;
    }
    default:
      return ruling satisfies never;
  }
}
