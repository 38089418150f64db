import { errorCasesFrom } from "../../features/tasks/task-file/error-cases.js";
import type { TaskFile } from "../../features/tasks/task-file/task-file.js";
import { TASK_FILE_SECTIONS } from "../../features/tasks/task-file/task-file-sections.js";

/**
 * The task for a role: its file without what the role is given by itself, the surfaces of dependencies, and without
 * error cases that repeat the contract's words (decisions.md#nothing-is-left-out-silently).
 */
export function taskForRole(file: TaskFile): string {
  const repeated = errorCasesFrom(file.contract.error_surfaces);
  const saysNoMore = file.error_cases.every((error) => repeated.includes(error));
  const sections = TASK_FILE_SECTIONS.flatMap(({ heading, fields, write }) => {
    if (fields.includes("dependency_contracts") || (saysNoMore && fields.includes("error_cases"))) return [];
    const lines = write(file);
    return lines === undefined ? [] : [`## ${heading}`, ...lines, ""];
  });
  return [`# Task: ${file.name}`, `## Task ID: ${file.task_id}`, "", ...sections].join("\n");
}
