import { type ModuleRef, moduleRef, parseModuleRef } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import type { PendingComment } from "../inbox/pending-comment.js";
import { derivedHex } from "../modules/keys.js";
import type { AddedTask } from "../tasks/board/add-tasks.js";
import type { ProjectState } from "../tasks/board/project-state.js";
import { isRead } from "./change-paths.js";
import { requestFor } from "./change-reading.js";
import type { InterfaceChange } from "./rules/interface-change.js";
import { anchorOf, placeTasks, placeVersion } from "./rules/version-task.js";

/** The next step of an interface change. Each is one state commit. */
export function detectChanges(situation: Situation): FactoryEvent[] {
  const { project } = situation.state;
  if (project?.status !== "ACTIVE") return [];
  for (const [id, change] of Object.entries(situation.state.interface_changes)) {
    // A change of an earlier product is ignored: its tasks would belong to no story here.
    const isOurs = project.tasks[change.task_id] !== undefined && isRead(situation, id);
    const events = !isOurs ? [] : detectChange(situation, project, { id, change });
    if (events.length > 0) return events;
  }
  return [];
}

type Known = { readonly id: string; readonly change: InterfaceChange };

function detectChange(situation: Situation, project: ProjectState, known: Known): FactoryEvent[] {
  const { change } = known;
  switch (change.stage.stage) {
    case "not-agreed":
      return askAgain(situation, known, change.stage);
    case "agreed":
      return buildVersion(situation, project, { ...known, version: change.stage.version });
    case "reverifying":
      return reverify(situation, project, { ...known, ...change.stage });
    default:
      return [];
  }
}

/** The contract was not agreed: the same halt gets another card (requirements.md#interface-change-flow). */
function askAgain(
  situation: Situation,
  { id, change: { task_id } }: Known,
  { round, objections }: Extract<InterfaceChange["stage"], { stage: "not-agreed" }>,
): FactoryEvent[] {
  const { state, now: at, stateHead } = situation;
  const stage = state.work[task_id]?.stage;
  if (stateHead === null || stage?.stage !== "halted" || stage.cause.kind === "contract-not-agreed") return [];
  const escalation = `ESC-${derivedHex(stateHead, task_id, id, "not-agreed").slice(0, 8)}`;
  const request = requestFor(situation, id);
  const cause = { kind: "contract-not-agreed", exception: request, rounds: round, objections } as const;
  const renewed = { task_id, reason: "contract not agreed", escalation_ref: escalation } as const;
  return [
    { kind: "work-updated", at, task_id, event: { kind: "work-halted", escalation, cause } },
    { kind: "project-updated", at, event: { kind: "escalation-renewed", at, ...renewed } },
  ];
}

/** A task builds the new version, and the halted task depends on it (decisions.md#a-new-version-is-a-task). */
function buildVersion(
  { state, now: at }: Situation,
  { tasks }: ProjectState,
  { id: exception_id, change, version }: Known & { readonly version: string },
): FactoryEvent[] {
  const { task_id, target_module, decisions } = change;
  const halted = tasks[task_id];
  const approval = decisions.findLast(({ decision }) => decision === "APPROVE_CHANGE");
  if (halted?.status !== "HALTED" || approval === undefined || state.project === null) return [];
  const built = moduleRef(parseModuleRef(target_module).moduleId, version);
  const added = orThrow(placeVersion(tasks, { version: built, waiting: task_id, replaces: target_module }));
  const [task] = added;
  if (task === undefined) throw new TypeError("a version is built by a task");
  const resolution = { action: "APPROVE_INTERFACE_CHANGE", exception_id } as const;
  const resolved = { task_id, escalation_ref: halted.escalation_ref, resolution, identities: [] };
  return [
    {
      kind: "project-updated",
      at,
      event: { kind: "escalation-resolved", at, ...resolved, by: approval.decided_by },
    },
    { kind: "project-updated", at, event: { kind: "tasks-added", at, tasks: added, awaited_by: [task_id] } },
    { kind: "interface-change-updated", at, exception_id, event: { kind: "task-added", task_id: task.task_id } },
    {
      kind: "person-asked",
      at,
      note: agreedNote(exception_id, halted.pull_request ?? state.request.issue, [built, task]),
    },
  ];
}

/** Explains on the halted task's pull request why it is neither halted nor running now. */
function agreedNote(
  exception_id: string,
  issue: number,
  [built, task]: readonly [ModuleRef, AddedTask],
): PendingComment {
  const body = `The contract that ${exception_id} asked for is agreed. ${task.task_id} builds ${built} now; this task waits for it and is then done again on it.`;
  return { key: `ice-agreed:${exception_id}`, issue, body, answers: null };
}

/** Verifies every consumer with the new version (decisions.md#consumers-are-verified-again). */
function reverify(
  { now: at }: Situation,
  { tasks }: ProjectState,
  { id: exception_id, change, consumers, version }: Known & Extract<InterfaceChange["stage"], { stage: "reverifying" }>,
): FactoryEvent[] {
  const { task_id, target_module } = change;
  const shipped = moduleRef(parseModuleRef(target_module).moduleId, version);
  const builder = anchorOf(tasks, target_module, task_id);
  const depends_on = builder === task_id ? [] : [builder];
  const placings = consumers.map((consumer) => {
    const next = moduleRef(parseModuleRef(consumer.module_ref).moduleId, consumer.version);
    const anchor = anchorOf(tasks, consumer.module_ref, task_id);
    return { name: `Verify ${next} with ${shipped}`, anchor, depends_on, priority: 0 };
  });
  const added: AddedTask[] = orThrow(placeTasks(tasks, placings));
  const task_ids = added.map((task) => task.task_id);
  return [
    { kind: "project-updated", at, event: { kind: "tasks-added", at, tasks: added, awaited_by: [] } },
    { kind: "interface-change-updated", at, exception_id, event: { kind: "reverification-added", task_ids } },
  ];
}
