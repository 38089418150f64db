import { isUnsketched } from "../../features/spec/unsketched.js";
import { errorCasesFrom } from "../../features/tasks/task-file/error-cases.js";
import type { TaskFile } from "../../features/tasks/task-file/task-file.js";
import { TASK_FILE_SECTIONS } from "../../features/tasks/task-file/task-file-sections.js";

/**
 * The task for a role: its file without what the role is given by itself, the surfaces of dependencies, without error
 * cases that repeat the contract's words, and without a sketch that says nothing (decisions.md#nothing-is-left-out-silently).
 */
export function taskForRole(file: TaskFile): string {
  const repeated = errorCasesFrom(file.contract.error_surfaces);
  const saysNoMore = file.error_cases.every((error) => repeated.includes(error));
  const leftOut: readonly (keyof TaskFile)[] = [
    "dependency_contracts",
    ...(saysNoMore ? (["error_cases"] as const) : []),
    ...(isUnsketched(file.contract) ? (["contract"] as const) : []),
  ];
  const sections = TASK_FILE_SECTIONS.flatMap(({ heading, fields, write }) => {
    if (fields.some((field) => leftOut.includes(field))) return [];
    const lines = write(file);
    return lines === undefined ? [] : [`## ${heading}`, ...lines, ""];
  });
  return [`# Task: ${file.name}`, `## Task ID: ${file.task_id}`, "", ...sections].join("\n");
}
