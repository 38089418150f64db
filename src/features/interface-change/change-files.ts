import { Contract } from "../../domain/contract/contract.js";
import { moduleRef, parseModuleRef, type TaskId } from "../../domain/ids.js";
import type { Outcome } from "../../domain/refusal.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { renderTaskFile } from "../tasks/task-file/render-task-file.js";
import type { TaskFile } from "../tasks/task-file/task-file.js";
import { assessmentOf, candidateAfter, candidateOf, consumerOf, requestFor, taskFileAt } from "./change-reading.js";
import { InterfaceChangeDecision, revisionsOf } from "./rules/change-decision.js";
import { candidatePath, decisionPath } from "./rules/change-file-paths.js";
import type { InterfaceChange } from "./rules/interface-change.js";
import { anchorOf, reverifyTaskFile, versionTaskFile } from "./rules/version-task.js";

/**
 * The files of an interface change's event. The exception itself never changes
 * (decisions.md#interface-change-exceptions).
 */
export function changeFiles(
  situation: Situation,
  { exception_id, event }: Extract<FactoryEvent, { kind: "interface-change-updated" }>,
): FileToWrite[] {
  const change = situation.state.interface_changes[exception_id];
  switch (event.kind) {
    case "decided": {
      const { decisions = [] } = change ?? {};
      const path = decisionPath(exception_id, decisions.length + 1);
      const record = { path, text: writeYaml(event.decision, InterfaceChangeDecision) };
      return [record, ...revisedCandidate(situation, exception_id, [...decisions, event.decision])];
    }
    case "task-added":
      return taskFiles(situation, exception_id, [event.task_id]);
    case "reverification-added":
      return taskFiles(situation, exception_id, event.task_ids);
    default:
      return [];
  }
}

/** The contract that a person's own delta makes. It is what the new debate begins with. */
function revisedCandidate(
  situation: Situation,
  id: string,
  decisions: readonly InterfaceChangeDecision[],
): FileToWrite[] {
  const last = decisions.at(-1);
  if (last?.decision !== "APPROVE_CHANGE" || last.revised_delta === undefined) return [];
  const { contract } = orThrow(candidateAfter(situation, id, last.revised_delta));
  return [{ path: candidatePath(id, 1, revisionsOf(decisions)), text: writeYaml(contract, Contract) }];
}

/** The files of the tasks that this change adds, in the same commit. */
function taskFiles(situation: Situation, id: string, tasks: readonly TaskId[]): FileToWrite[] {
  const change = situation.state.interface_changes[id];
  if (change === undefined) return [];
  return tasks.map((task, index) => {
    const path = situation.state.project?.tasks[task]?.path;
    if (path === undefined) throw new TypeError(`${id} adds ${task}, which is not in the project`);
    return { path, text: renderTaskFile(orThrow(fileOf(situation, id, change, { task, index }))) };
  });
}

function fileOf(
  situation: Situation,
  id: string,
  { stage, target_module, task_id }: InterfaceChange,
  { task, index }: { readonly task: TaskId; readonly index: number },
): Outcome<TaskFile> {
  const tasks = situation.state.project?.tasks ?? {};
  const anchor = (module: string) => taskFileAt(situation, tasks[anchorOf(tasks, module, task_id)]?.path ?? "");
  if (stage.stage === "agreed") {
    return versionTaskFile(anchor(target_module), task, {
      shipped: assessmentOf(situation, id).shipped,
      agreed: candidateOf(situation, id, stage.round),
      reason: requestFor(situation, id).reason,
    });
  }
  const consumer = stage.stage === "reverifying" ? stage.consumers[index] : undefined;
  if (stage.stage !== "reverifying" || consumer === undefined) throw new TypeError(`${id} adds no task`);
  return reverifyTaskFile(anchor(consumer.module_ref), task, {
    contract: consumerOf(situation, id, consumer.module_ref),
    shipped: moduleRef(parseModuleRef(target_module).moduleId, stage.version),
  });
}
