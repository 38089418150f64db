import { amendmentHistoryLines, readAmendmentHistory } from "./amendment-history.js";
import { contextLines, readContext } from "./context-section.js";
import { dependencyLines, readDependencies } from "./dependency-section.js";
import type { TaskFile, TaskFileCandidate } from "./task-file.js";
import {
  bullet,
  got,
  itemLines,
  labelledLines,
  ordinal,
  paragraphLines,
  type Read,
  readItems,
  readLabelled,
  readParagraph,
  type SectionLines,
} from "./task-file-lines.js";

/** One section of a task file: how its fields are written, and how they are read back. */
export type TaskFileSection = {
  readonly heading: string;
  readonly fields: readonly (keyof TaskFile)[];
  /** Lines below the heading; undefined leaves the section out. */
  readonly write: (file: TaskFile) => readonly string[] | undefined;
  readonly read: (section: SectionLines) => Read<TaskFileCandidate>;
};

const DIMENSIONS = [
  { field: "inputs", label: "Inputs" },
  { field: "outputs", label: "Outputs" },
  { field: "error_surfaces", label: "Error surfaces" },
  { field: "effects", label: "Effects" },
  { field: "modes", label: "Modes" },
] as const;

/** The template of a task file, in its order, and the history that amendments add (requirements.md#task-file). */
export const TASK_FILE_SECTIONS: readonly TaskFileSection[] = [
  { heading: "Context", fields: ["pillar", "epic", "story"], write: contextLines, read: readContext },
  {
    heading: "Description",
    fields: ["description"],
    write: (file) => paragraphLines(file.description),
    read: ({ lines }) => got({ description: readParagraph(lines) }),
  },
  listSection("Subtasks", "subtasks", ordinal),
  listSection("Acceptance Criteria", "acceptance_criteria", bullet),
  {
    heading: "Micro Module Contract",
    fields: ["contract"],
    write: (file) => DIMENSIONS.flatMap(({ field, label }) => labelledLines(label, file.contract[field])),
    read: readContract,
  },
  {
    heading: "Dependency Contracts",
    fields: ["dependency_contracts"],
    write: dependencyLines,
    read: readDependencies,
  },
  listSection("Error Cases", "error_cases", bullet),
  { heading: "Amendment History", fields: ["amendments"], write: amendmentHistoryLines, read: readAmendmentHistory },
];

function listSection(
  heading: string,
  field: "subtasks" | "acceptance_criteria" | "error_cases",
  markerOf: (index: number) => string,
): TaskFileSection {
  return {
    heading,
    fields: [field],
    write: (file) => file[field].flatMap((text, index) => itemLines(markerOf(index), text)),
    read: ({ lines }) => {
      const items = readItems(lines, markerOf);
      return items.ok ? got({ [field]: items.value.map(({ text }) => text) }) : items;
    },
  };
}

function readContract(section: SectionLines): Read<TaskFileCandidate> {
  const items = readLabelled(section, DIMENSIONS);
  if (!items.ok) return items;
  return got({ contract: Object.fromEntries(items.value.map(({ field, text }) => [field, text])) });
}
