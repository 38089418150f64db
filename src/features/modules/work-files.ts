import { ArtifactEnvelope } from "../../domain/artifacts/envelope.js";
import type { TaskId } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { dispatchedTaskFile } from "../tasks/dispatched-task-file.js";
import { envelopePath, progressPath } from "./artifacts/artifact-paths.js";
import { deprecated } from "./artifacts/debated-artifact.js";
import { reduceWork } from "./reduce-work.js";
import { TaskWork } from "./task-work.js";

type WorkUpdated = Extract<FactoryEvent, { kind: "work-updated" }>;

/** What is written about a task when its work begins, the envelopes that its work moves, and all of its work when it ships. */
export function workFiles(situation: Situation, event: FactoryEvent): FileToWrite[] {
  if (event.kind === "work-updated") {
    const opened = event.event.kind === "work-opened" ? openedFile(situation, event.task_id) : [];
    return [...opened, ...envelopeFiles(situation.state, event)];
  }
  if (event.kind === "project-updated" && event.event.kind === "task-shipped")
    return filedWork(situation.state, event.event.task_id);
  return [];
}

/** As it was committed to the branch that the work begins on: whoever is asked about the task from now on is given this. */
function openedFile(situation: Situation, task: TaskId): FileToWrite[] {
  const path = situation.state.project?.tasks[task]?.path;
  const text = dispatchedTaskFile(situation, task);
  if (path === undefined || text === undefined || situation.files.get(path) === text) return [];
  return [{ path, text }];
}

/** The work of a task that has ended leaves the state and stays beside the task. */
function filedWork({ work }: FactoryState, task: TaskId): FileToWrite[] {
  const ended = work[task];
  if (ended === undefined) return [];
  const replaced = ended.modules.flatMap(deprecated).map(({ task_id, envelope }) => envelopeFile(task_id, envelope));
  return [{ path: progressPath(task), text: writeYaml(ended, TaskWork) }, ...replaced];
}

/** The envelopes that an event makes or moves; a refused event has none. */
function envelopeFiles(state: FactoryState, event: WorkUpdated): FileToWrite[] {
  const after = reduceWork(state, event);
  if (!after.ok) return [];
  const before = state.work[event.task_id]?.modules ?? [];
  return (after.value.work[event.task_id]?.modules ?? []).flatMap(({ artifact }, place) =>
    artifact === undefined || artifact === before[place]?.artifact ? [] : [envelopeFile(event.task_id, artifact)],
  );
}

function envelopeFile(task: TaskId, envelope: ArtifactEnvelope): FileToWrite {
  return { path: envelopePath(task, envelope.artifact_id), text: writeYaml(envelope, ArtifactEnvelope) };
}
