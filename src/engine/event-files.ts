import { baselineFiles } from "../features/baseline/baseline-files.js";
import { conventionFiles } from "../features/debate/convention-files.js";
import { type Resolved, resolutionFiles } from "../features/halts/resolution-files.js";
import { changeFiles } from "../features/interface-change/change-files.js";
import { filedWork, workFiles } from "../features/modules/work-files.js";
import { quickFiles } from "../features/request/quick-lane.js";
import { prepareProject } from "../features/tasks/prepare-project.js";
import { takenBackFiles } from "../features/undo/detect-undo.js";
import type { FileToWrite } from "./effect.js";
import type { Intent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Prepared } from "./reduce.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";

/**
 * The files that go into the commit with an intent. A project is computed from the approved draft in the same breath as the
 * intent that starts it: all of it or nothing.
 */
export function prepare(
  input: DecisionInput,
  state: FactoryState | null,
  intent: Intent,
): Prepared & { files: readonly FileToWrite[] } {
  const { draft, observed } = input;
  if (intent.kind === "work-moved" && state !== null) return { files: workFiles(situationIn(input, state), intent) };
  if (intent.kind === "project-moved" && intent.move.kind === "escalation-resolved" && state !== null)
    return { files: filesOfResolution(situationIn(input, state), intent.move) };
  if (intent.kind === "interface-change-moved" && state !== null)
    return { files: changeFiles(situationIn(input, state), intent) };
  if (intent.kind === "project-moved" && intent.move.kind === "task-shipped" && state !== null)
    return {
      files: [...filedWork(state, intent.move.task_id), ...conventionFiles(state, input.files, intent.move.task_id)],
    };
  if (intent.kind === "project-moved" && intent.move.kind === "task-taken-back" && state !== null)
    return { files: takenBackFiles(situationIn(input, state), intent.move) };
  if (intent.kind === "quick-spec-made" && state !== null) return { files: quickFiles(situationIn(input, state)) };
  if (intent.kind !== "project-started" || draft === null)
    return { files: state === null ? [] : baselineFiles(situationIn(input, state), intent) };
  const { id: repositoryId, defaultBranch: branch } = observed.repository;
  const used = state?.used_tasks ?? {};
  const prepared = prepareProject(draft, intent, { repositoryId, branch, used });
  // validateSpec ran before anybody could approve, so a refusal here is a bug and not a person's mistake.
  if (!prepared.ok) throw new Error(prepared.refusal.message);
  return prepared.value;
}

/** Refused before it became an intent, if at all: one that cannot be written down now was never checked. */
function filesOfResolution(situation: Situation, resolved: Resolved): readonly FileToWrite[] {
  const files = resolutionFiles(situation, resolved);
  if (!files.ok) throw new Error(files.refusal.message);
  return files.value;
}
