import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { fieldProblems, TaskFile, type TaskFileCandidate } from "./task-file.js";
import { brokenAt, conflictIn, got, type LineProblem, type NumberedLine, type Read } from "./task-file-lines.js";
import { arrangementProblems, type FoundSection, findSections } from "./task-file-outline.js";
import { TASK_FILE_SECTIONS } from "./task-file-sections.js";

const TITLE = "# Task: ";
const TASK_ID = "## Task ID: ";

/** Reads what `renderTaskFile` writes. A broken file is refused with every wrong line and field. */
export function parseTaskFile(text: string): Outcome<TaskFile> {
  const lines = text.split("\n").map((line, index) => ({ number: index + 1, text: line }));
  const windowsLine = lines.find((line) => line.text.endsWith("\r"));
  if (windowsLine !== undefined) {
    return refuseBroken([
      { line: windowsLine.number, message: "ends in a carriage return; save the file with LF line ends." },
    ]);
  }
  const conflict = conflictIn(lines);
  if (conflict !== undefined) return refuseBroken([conflict]);
  const sections = findSections(lines);
  const parts = [...readTitle(lines), ...sections.map(readSection)];
  const problems = parts.flatMap((part) => (part.ok ? [] : [part.problem]));
  const broken = [...problems, ...arrangementProblems(sections, lines.length)];
  if (broken.length > 0) return refuseBroken(broken);
  return assemble(
    parts.flatMap((part) => (part.ok ? [part.value] : [])),
    sections,
  );
}

function readTitle([title, taskId, blank]: readonly NumberedLine[]): Read<TaskFileCandidate>[] {
  return [
    title?.text.startsWith(TITLE)
      ? got({ name: title.text.slice(TITLE.length) })
      : brokenAt(1, `expected "${TITLE}" and the task's name.`, "name"),
    taskId?.text.startsWith(TASK_ID)
      ? got({ task_id: taskId.text.slice(TASK_ID.length) })
      : brokenAt(2, `expected "${TASK_ID}" and the task's id.`, "task_id"),
    blank?.text === "" ? got({}) : brokenAt(3, "expected a blank line.", "task_id"),
  ];
}

function readSection({ heading, headingLine, lines }: FoundSection): Read<TaskFileCandidate> {
  const definition = TASK_FILE_SECTIONS.find((section) => section.heading === heading);
  if (definition === undefined) return got({}); // arrangementProblems reports it
  const field = definition.fields.join(", ");
  const last = lines.at(-1);
  if (last?.text !== "") return brokenAt(last?.number ?? headingLine, `a blank line must end "## ${heading}".`, field);
  const read = definition.read({ headingLine, lines: lines.slice(0, -1) });
  return read.ok ? read : { ok: false, problem: { field, ...read.problem } };
}

function assemble(parts: readonly TaskFileCandidate[], sections: readonly FoundSection[]): Outcome<TaskFile> {
  const candidate: TaskFileCandidate = Object.assign({ amendments: [] }, ...parts);
  const read = TaskFile.safeParse(candidate);
  if (read.success) return accept(read.data);
  return refuseBroken(
    fieldProblems(read.error, candidate).map(({ field, message }) => ({
      field,
      message,
      line: lineOf(field, sections),
    })),
  );
}

function lineOf(field: string, sections: readonly FoundSection[]): number {
  if (field === "name") return 1;
  if (field === "task_id") return 2;
  const definition = TASK_FILE_SECTIONS.find(({ fields }) => fields.some((known) => known === field));
  return sections.find(({ heading }) => heading === definition?.heading)?.headingLine ?? 1;
}

function refuseBroken(problems: readonly LineProblem[]): Outcome<never> {
  const inOrder = problems.toSorted((one, other) => one.line - other.line);
  const list = inOrder.map(
    ({ line, field, message }) => `line ${line}${field === undefined ? "" : ` (${field})`}: ${message}`,
  );
  return refuse("task-file-broken", list.join("\n"), { problems: inOrder });
}
