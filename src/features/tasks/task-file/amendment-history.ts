import type { TaskFile, TaskFileCandidate } from "./task-file.js";
import {
  brokenAt,
  got,
  labelledLines,
  type NumberedLine,
  type Read,
  readLabelled,
  type SectionLines,
} from "./task-file-lines.js";

const AMENDMENT = "### ";
const RATIONALE = { field: "rationale", label: "Rationale" };
const ORIGINAL = { field: "original_acceptance_criteria", label: "Original criterion" };

/** Oldest first. There is no section before the first amendment. */
export function amendmentHistoryLines({ amendments }: TaskFile): string[] | undefined {
  if (amendments.length === 0) return undefined;
  return amendments.flatMap(({ amended_at, rationale, original_acceptance_criteria }) => [
    `${AMENDMENT}${amended_at}`,
    ...labelledLines(RATIONALE.label, rationale),
    ...original_acceptance_criteria.flatMap((criterion) => labelledLines(ORIGINAL.label, criterion)),
  ]);
}

export function readAmendmentHistory({ lines, headingLine }: SectionLines): Read<TaskFileCandidate> {
  const starts = lines.flatMap(({ text }, index) => (text.startsWith(AMENDMENT) ? [index] : []));
  if (starts[0] !== 0) {
    return brokenAt(headingLine + 1, `expected "${AMENDMENT}" and the instant of the first amendment.`);
  }
  const amendments: unknown[] = [];
  for (const [position, start] of starts.entries()) {
    const amendment = readAmendment(lines.slice(start, starts[position + 1]));
    if (!amendment.ok) return amendment;
    amendments.push(amendment.value);
  }
  return got({ amendments });
}

function readAmendment([heading, ...lines]: readonly NumberedLine[]): Read<unknown> {
  const entries = lines.filter(({ text }) => text.startsWith("- ")).length;
  const labels = [RATIONALE, ...Array.from({ length: Math.max(1, entries - 1) }, () => ORIGINAL)];
  const items = readLabelled({ lines, headingLine: heading?.number ?? 0 }, labels);
  if (!items.ok) return items;
  const [rationale, ...originals] = items.value.map(({ text }) => text);
  return got({
    amended_at: heading?.text.slice(AMENDMENT.length),
    rationale,
    original_acceptance_criteria: originals,
  });
}
