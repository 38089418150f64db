import { baselineFiles } from "../features/baseline/baseline-files.js";
import { conventionFiles } from "../features/debate/convention-files.js";
import { type Resolved, resolutionFiles } from "../features/halts/resolution-files.js";
import { changeFiles } from "../features/interface-change/change-files.js";
import { filedWork, workFiles } from "../features/modules/work-files.js";
import { quickFiles } from "../features/request/quick-lane.js";
import { prepareProject } from "../features/tasks/prepare-project.js";
import { takenBackFiles } from "../features/undo/detect-undo.js";
import type { FileToWrite } from "./effect.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Prepared } from "./feature.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";

/**
 * The files that are committed with an event. The project is computed from the approved draft in the same commit as the
 * event that starts it.
 */
export function prepare(
  input: DecisionInput,
  state: FactoryState | null,
  event: FactoryEvent,
): Prepared & { files: readonly FileToWrite[] } {
  const { draft, observed } = input;
  if (event.kind === "work-moved" && state !== null) return { files: workFiles(situationIn(input, state), event) };
  if (event.kind === "project-moved" && event.move.kind === "escalation-resolved" && state !== null)
    return { files: filesOfResolution(situationIn(input, state), event.move) };
  if (event.kind === "interface-change-moved" && state !== null)
    return { files: changeFiles(situationIn(input, state), event) };
  if (event.kind === "project-moved" && event.move.kind === "task-shipped" && state !== null)
    return {
      files: [...filedWork(state, event.move.task_id), ...conventionFiles(state, input.files, event.move.task_id)],
    };
  if (event.kind === "project-moved" && event.move.kind === "task-taken-back" && state !== null)
    return { files: takenBackFiles(situationIn(input, state), event.move) };
  if (event.kind === "quick-spec-made" && state !== null) return { files: quickFiles(situationIn(input, state)) };
  if (event.kind !== "project-started" || draft === null)
    return { files: state === null ? [] : baselineFiles(situationIn(input, state), event) };
  const { id: repositoryId, defaultBranch: branch } = observed.repository;
  const used = state?.used_tasks ?? {};
  const prepared = prepareProject(draft, event, { repositoryId, branch, used });
  // validateSpec ran before the approval, so a refusal here is a bug and not a person's mistake.
  if (!prepared.ok) throw new Error(prepared.refusal.message);
  return prepared.value;
}

/** Resolutions are checked before they become events, so one that cannot be written here is a bug. */
function filesOfResolution(situation: Situation, resolved: Resolved): readonly FileToWrite[] {
  const files = resolutionFiles(situation, resolved);
  if (!files.ok) throw new Error(files.refusal.message);
  return files.value;
}
