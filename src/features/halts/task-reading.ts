import { planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import { MicroPlan } from "../../domain/plan/micro-plan.js";
import { inFile, orThrow } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml } from "../../yaml/yaml.js";
import { escalationPath } from "../modules/artifacts/artifact-paths.js";
import { parseTaskFile } from "../tasks/task-file/parse-task-file.js";
import type { TaskFile } from "../tasks/task-file/task-file.js";
import type { Escalation } from "./escalation/escalation.js";
import { Escalation as EscalationSchema } from "./escalation/escalation.js";

// The escalation of a task that waits for a person; undefined if it was not read.

export function escalationOf(
  { state, files }: Pick<Situation, "state" | "files">,
  task: TaskId,
): Escalation | undefined {
  const ref = state.project?.tasks[task]?.escalation_ref ?? null;
  if (ref === null) return undefined;
  const path = escalationPath(ref);
  const text = files.get(path);
  return text === undefined ? undefined : orThrow(readYaml(path, text, EscalationSchema));
}

export function taskFileOf({ state, files }: Pick<Situation, "state" | "files">, task: TaskId): TaskFile | undefined {
  const path = state.project?.tasks[task]?.path;
  const text = path === undefined ? undefined : files.get(path);
  return path === undefined || text === undefined ? undefined : orThrow(inFile(path, parseTaskFile(text)));
}

/** A task's locked plan; undefined before there is one, or if it was not read yet. */
export function planOf({ state, files }: Pick<Situation, "state" | "files">, task: TaskId): MicroPlan | undefined {
  if ((state.work[task]?.plan ?? null) === null) return undefined;
  const text = files.get(planPath(task));
  return text === undefined ? undefined : orThrow(readYaml(planPath(task), text, MicroPlan));
}
