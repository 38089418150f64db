import { Contribution, type ContributionType } from "../../../domain/artifacts/contribution.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { FileToWrite } from "../../../engine/effects/effect-parts.js";
import type { Situation } from "../../../engine/situation.js";
import { writeYaml } from "../../../yaml/yaml.js";
import { debatePath, resolutionPath } from "../../modules/artifacts/artifact-paths.js";
import { derivedHex } from "../../modules/keys.js";
import type { ProjectEvent } from "../../tasks/board/project-event.js";
import { withAmendedCriteria } from "../../tasks/task-file/amend-task-file.js";
import { renderTaskFile } from "../../tasks/task-file/render-task-file.js";
import { type SplitPartText, splitTaskFile } from "../../tasks/task-file/split-task.js";
import { offeredFix } from "../fix/offered-fix.js";
import { keptPart } from "../kept-part.js";
import { taskFileOf } from "../task-reading.js";
import { restName } from "./divide-task.js";
import type { HumanResolution, ResolutionAction } from "./human-resolution.js";
import { Precedent } from "./precedent.js";
import type { PartIdentity } from "./split.js";

export type Resolved = Extract<ProjectEvent, { kind: "escalation-resolved" }>;

/** All files of a resolution on the state branch, in the same commit as its events; or why it is impossible. */
export function resolutionFiles(situation: Situation, resolved: Resolved): Outcome<FileToWrite[]> {
  const own = ownFiles(situation, resolved);
  return own.ok ? accept([...own.value, ...record(situation, resolved), ...contribution(situation, resolved)]) : own;
}

function ownFiles(situation: Situation, resolved: Resolved): Outcome<FileToWrite[]> {
  const { task_id, at, resolution, identities } = resolved;
  switch (resolution.action) {
    case "AMEND_SPEC":
      return amended(situation, task_id, { at, resolution });
    case "SPLIT_TASK":
      return parts(situation, task_id, { parts: resolution.new_tasks, identities });
    case "KEEP_AND_SPLIT":
      return withKept(situation, resolved, parts(situation, task_id, { parts: resolution.new_tasks, identities }));
    case "KEEP_AND_ABANDON":
      return withKept(situation, resolved, rest(situation, task_id, identities));
    case "PROVIDE_FIX": {
      const offered = offeredFix(situation, task_id, resolution);
      return offered.ok ? accept([...offered.value.files]) : offered;
    }
    default:
      return accept([]);
  }
}

type Of<A extends ResolutionAction> = Extract<HumanResolution, { action: A }>;

/** New criteria, with the old ones in the history at the end (requirements.md#resolutions). */
function amended(
  situation: Situation,
  task: TaskId,
  { at, resolution }: { readonly at: string; readonly resolution: Of<"AMEND_SPEC"> },
): Outcome<FileToWrite[]> {
  const file = taskFileOf(situation, task);
  const path = situation.state.project?.tasks[task]?.path;
  if (file === undefined || path === undefined) return notRead(task);
  const changed = withAmendedCriteria(file, {
    acceptance_criteria: resolution.amended_acceptance_criteria,
    rationale: resolution.amendment_rationale,
    amended_at: at,
  });
  return changed.ok ? accept([{ path, text: renderTaskFile(changed.value) }]) : changed;
}

/** A file for every part, based on the original's (requirements.md#resolutions). */
function parts(
  situation: Situation,
  task: TaskId,
  division: { readonly parts: readonly SplitPartText[]; readonly identities: readonly PartIdentity[] },
): Outcome<FileToWrite[]> {
  const original = taskFileOf(situation, task);
  if (original === undefined) return notRead(task);
  const files: FileToWrite[] = [];
  for (const [index, part] of division.parts.entries()) {
    const identity = division.identities[index];
    if (identity === undefined) throw new TypeError("every part of a split has an id");
    const file = splitTaskFile(original, identity.task_id, part);
    if (!file.ok) return file;
    files.push({ path: identity.path, text: renderTaskFile(file.value) });
  }
  return accept(files);
}

/** The unfinished part keeps the text of the whole, because it is unknown which of its criteria are met. */
function rest(situation: Situation, task: TaskId, identities: readonly PartIdentity[]): Outcome<FileToWrite[]> {
  const original = taskFileOf(situation, task);
  if (original === undefined) return notRead(task);
  return parts(situation, task, { parts: [{ ...original, name: restName(original.name) }], identities });
}

/** The new tasks' files, and the new plan and file of the task itself. */
function withKept(situation: Situation, resolved: Resolved, others: Outcome<FileToWrite[]>): Outcome<FileToWrite[]> {
  if (!others.ok) return others;
  const kept = keptPart(situation, resolved);
  return kept.ok ? accept([...others.value, ...kept.value.files]) : kept;
}

/** Only the files of tasks that wait for a person are loaded. */
function notRead(task: TaskId): Outcome<never> {
  return refuse("not-waiting", `${task} does not wait for a decision: its status comment says what it waits for`);
}

/** The decision with its cause, which the next card with the same cause cites. */
function record({ state }: Situation, { task_id, escalation_ref, resolution, at, by }: Resolved): FileToWrite[] {
  const stage = state.work[task_id]?.stage;
  if (escalation_ref === null || by === undefined || stage?.stage !== "halted") return [];
  const precedent: Precedent = {
    cause: stage.cause.kind,
    task_id,
    escalation_ref,
    resolution,
    resolved_by: by,
    resolved_at: at,
  };
  return [{ path: resolutionPath(escalation_ref), text: writeYaml(precedent, Precedent) }];
}

/** A person's entry in the task's audit trail, by action. */
const CONTRIBUTES: Partial<Record<ResolutionAction, ContributionType>> = {
  APPROVE_OVERRIDE: "ADJUDICATION",
  PROVIDE_FIX: "IMPLEMENTATION",
  PROVIDE_PUSHED_FIX: "IMPLEMENTATION",
  REVISE_PLAN: "MICRO_PLAN",
};

function contribution({ stateHead }: Situation, resolved: Resolved): FileToWrite[] {
  const { task_id, escalation_ref, resolution, at, comment } = resolved;
  const type = CONTRIBUTES[resolution.action];
  if (type === undefined || escalation_ref === null || comment === undefined || stateHead === null) return [];
  const id = `CONTRIB-${derivedHex(stateHead, task_id, escalation_ref, "contribution").slice(0, 8)}`;
  const entry: Contribution = {
    contribution_id: id,
    type,
    produced_by: { role: "person", run_id: `comment-${comment}` },
    artifact_ref: resolutionPath(escalation_ref),
    task_ref: task_id,
    created_at: at,
    context_pack_ref: null,
  };
  return [{ path: debatePath(task_id, "contributions", id), text: writeYaml(entry, Contribution) }];
}
