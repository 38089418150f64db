import type { TaskFile } from "./task-file.js";
import { TASK_FILE_SECTIONS } from "./task-file-sections.js";

/** The Markdown that a person reviews and the engineering loop gets; `parseTaskFile` returns exactly the same file. */
export function renderTaskFile(file: TaskFile): string {
  const sections = TASK_FILE_SECTIONS.flatMap(({ heading, write }) => {
    const lines = write(file);
    return lines === undefined ? [] : [`## ${heading}`, ...lines, ""];
  });
  return [`# Task: ${file.name}`, `## Task ID: ${file.task_id}`, "", ...sections].join("\n");
}
