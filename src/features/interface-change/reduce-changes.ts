import type { z } from "zod";
import { parseModuleRef, type TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { spend } from "../budget/spent.js";
import type { ProjectEvent } from "../tasks/board/project-event.js";
import type { CHANGE_EVENTS } from "./events.js";
import { applyChangeEvent } from "./rules/apply-change-event.js";
import { revisionsOf } from "./rules/change-decision.js";
import { candidatePath, consumerPath } from "./rules/change-file-paths.js";
import { followProject } from "./rules/follow-project.js";
import type { AgreedVersion, InterfaceChange } from "./rules/interface-change.js";
import type { InterfaceChangeRequest } from "./rules/interface-change-request.js";

type ChangeUpdated = z.infer<(typeof CHANGE_EVENTS)[number]>;

export function reduceChanges(state: FactoryState, { exception_id, event }: ChangeUpdated): Outcome<FactoryState> {
  const change = state.interface_changes[exception_id];
  if (change === undefined)
    return refuse("no-interface-change", `${event.kind} happened to ${exception_id}, which is unknown`);
  const updated = applyChangeEvent(change, event);
  if (!updated.ok) return updated;
  return accept({
    ...state,
    interface_changes: { ...state.interface_changes, [exception_id]: updated.value },
    agreed_versions: { ...state.agreed_versions, ...agreedBy(exception_id, change, event) },
    spent: "usage" in event ? spend(state.spent, event.usage) : state.spent,
  });
}

/** Records for the added tasks which contract they have to build. */
function agreedBy(id: string, { stage, target_module, decisions }: InterfaceChange, event: ChangeUpdated["event"]) {
  const agreed: Record<TaskId, AgreedVersion> = {};
  if (event.kind === "task-added" && stage.stage === "agreed") {
    const { round, version } = stage;
    agreed[event.task_id] = {
      replaces: target_module,
      version,
      contract: candidatePath(id, round, revisionsOf(decisions)),
    };
  }
  if (event.kind === "reverification-added" && stage.stage === "reverifying") {
    for (const [index, task] of event.task_ids.entries()) {
      const consumer = stage.consumers[index];
      if (consumer === undefined) throw new TypeError("every task verifies one module");
      const { module_ref: replaces, version } = consumer;
      agreed[task] = { replaces, version, contract: consumerPath(id, parseModuleRef(replaces).moduleId) };
    }
  }
  return agreed;
}

/** An exception enters the state with the halt that it causes. */
export function openChange(
  changes: FactoryState["interface_changes"],
  task_id: TaskId,
  { exception_id, target_module }: InterfaceChangeRequest,
): FactoryState["interface_changes"] {
  const change: InterfaceChange = { task_id, target_module, decisions: [], questions: 0, stage: { stage: "deciding" } };
  return { ...changes, [exception_id]: change };
}

export function followChanges(before: FactoryState, after: FactoryState, event: ProjectEvent): FactoryState {
  if (before.project === null || after.project === null) return after;
  return { ...after, ...followProject(after, { before: before.project.tasks, after: after.project.tasks, event }) };
}
