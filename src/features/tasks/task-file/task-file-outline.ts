import type { LineProblem, NumberedLine, SectionLines } from "./task-file-lines.js";
import { TASK_FILE_SECTIONS, type TaskFileSection } from "./task-file-sections.js";

/** The lines between one heading of the second level and the next. */
export type FoundSection = SectionLines & { readonly heading: string };

const TITLE_LINES = 3;
const OPTIONAL_HEADING = "Amendment History";

/** Text never starts a line with `## `, so every line that does is a heading of the file itself. */
export function findSections(lines: readonly NumberedLine[]): FoundSection[] {
  const starts = lines.flatMap(({ text }, index) => (index >= TITLE_LINES && text.startsWith("## ") ? [index] : []));
  return starts.map((start, position) => ({
    heading: lines[start]?.text.slice("## ".length) ?? "",
    headingLine: start + 1,
    lines: lines.slice(start + 1, starts[position + 1]),
  }));
}

/** Every section of the template exactly once, in the template's order, and nothing else. */
export function arrangementProblems(sections: readonly FoundSection[], endLine: number): LineProblem[] {
  const present = new Set(sections.map(({ heading }) => heading));
  const expected = TASK_FILE_SECTIONS.filter(({ heading }) => heading !== OPTIONAL_HEADING || present.has(heading));
  const found = [...strangers(sections), ...repetitions(sections), ...gaps(sections, expected, endLine)];
  return found.length > 0 ? found : disorder(sections, expected);
}

function strangers(sections: readonly FoundSection[]): LineProblem[] {
  const before = sections[0]?.headingLine === TITLE_LINES + 1 ? [] : [TITLE_LINES + 1];
  return [
    ...before.map((line) => ({ line, message: 'expected the first section, "## Context", on this line.' })),
    ...sections
      .filter(({ heading }) => !TASK_FILE_SECTIONS.some((section) => section.heading === heading))
      .map(({ heading, headingLine: line }) => ({ line, message: `"## ${heading}" is no section of a task file.` })),
  ];
}

function repetitions(sections: readonly FoundSection[]): LineProblem[] {
  const headings = sections.map(({ heading }) => heading);
  return sections
    .filter(({ heading }, index) => headings.indexOf(heading) < index)
    .map(({ heading, headingLine: line }) => ({ line, message: `"## ${heading}" is there twice.` }));
}

/** A missing section is reported on the line where it should have started. */
function gaps(sections: readonly FoundSection[], expected: readonly TaskFileSection[], endLine: number): LineProblem[] {
  const lineOf = new Map(sections.map(({ heading, headingLine }) => [heading, headingLine]));
  return expected.flatMap(({ heading, fields }, index) => {
    if (lineOf.has(heading)) return [];
    const next = expected.slice(index).find((section) => lineOf.has(section.heading));
    const line = (next && lineOf.get(next.heading)) ?? endLine;
    return [{ line, message: `the section "## ${heading}" is missing.`, field: fields.join(", ") }];
  });
}

function disorder(sections: readonly FoundSection[], expected: readonly TaskFileSection[]): LineProblem[] {
  const misplaced = sections.find(({ heading }, index) => heading !== expected[index]?.heading);
  if (misplaced === undefined) return [];
  const query = expected[sections.indexOf(misplaced)]?.heading;
  return [{ line: misplaced.headingLine, message: `"## ${misplaced.heading}" stands where "## ${query}" belongs.` }];
}
