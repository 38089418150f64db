import { type ModuleRef, moduleRef, parseModuleRef, type TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { AgreedVersion } from "./interface-change.js";

/** The version whose contract was agreed before its task started; undefined for every other task. */
export function versionOf(agreed: Readonly<Record<TaskId, AgreedVersion>>, task: TaskId): ModuleRef | undefined {
  const { replaces, version } = agreed[task] ?? {};
  return replaces === undefined || version === undefined
    ? undefined
    : moduleRef(parseModuleRef(replaces).moduleId, version);
}

/**
 * Such a task cannot be split: one contract was agreed, and the raiser waits for exactly that version
 * (requirements.md#debate-of-a-contract). Parts could not build it together.
 */
export function checkSplit(agreed: Readonly<Record<TaskId, AgreedVersion>>, task: TaskId): Outcome<null> {
  const version = versionOf(agreed, task);
  if (version === undefined) return accept(null);
  return refuse(
    "one-version",
    `${task} builds ${version}, whose contract was agreed as a whole: one version is built by one task, so it cannot be divided. ` +
      "Say `/factory revise-plan` to divide the work into modules of the task, `/factory retry`, `/factory fix` or `/factory override`; or `/factory abandon` to give the version up: you are then asked about whoever waits for it.",
    { task, version },
  );
}
