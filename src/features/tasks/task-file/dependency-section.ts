import type { TaskFile, TaskFileCandidate } from "./task-file.js";
import { brokenAt, bullet, got, itemLines, type Read, readItems, type SectionLines } from "./task-file-lines.js";

const INTRODUCTION = "References to upstream modules (CONTRACT_ONLY — no source code):";
const NONE = "none";

/** One item per upstream module; without any, the section says "none" (decisions.md#task-files-say-none). */
export function dependencyLines({ dependency_contracts: contracts }: TaskFile): string[] {
  if (contracts.length === 0) return [INTRODUCTION, ...itemLines(bullet(), NONE)];
  return [
    INTRODUCTION,
    ...contracts.flatMap(({ module_ref, summary }) => itemLines(bullet(), `${module_ref}: ${summary}`)),
  ];
}

export function readDependencies({ lines, headingLine }: SectionLines): Read<TaskFileCandidate> {
  const [introduction, ...rest] = lines;
  if (introduction?.text !== INTRODUCTION) {
    return brokenAt(introduction?.number ?? headingLine, `expected the line "${INTRODUCTION}".`);
  }
  const items = readItems(rest, bullet);
  if (!items.ok) return items;
  if (items.value.length === 0)
    return brokenAt(introduction.number, `expected "- ${NONE}" or a module below this line.`);
  if (items.value.length === 1 && items.value[0]?.text === NONE) return got({ dependency_contracts: [] });
  const contracts: { module_ref: string; summary: string }[] = [];
  for (const { line, text } of items.value) {
    const [, module_ref, summary] = /^(\S+): (.*)$/s.exec(text) ?? [];
    if (module_ref === undefined || summary === undefined) {
      return brokenAt(line, 'expected "- ", a module such as MM-0001@1.0.0, ": " and its contract.');
    }
    contracts.push({ module_ref, summary });
  }
  return got({ dependency_contracts: contracts });
}
