import type { TaskContext, TaskFile, TaskFileCandidate } from "./task-file.js";
import { brokenAt, got, labelledLines, type Read, readLabelled, type SectionLines } from "./task-file-lines.js";

const LEVELS = [
  { field: "pillar", label: "Pillar" },
  { field: "epic", label: "Epic" },
  { field: "story", label: "Story" },
] as const;

/** `- **Pillar:** name — description`, and so for epic and story. */
export function contextLines(file: TaskFile): string[] {
  return LEVELS.flatMap(({ field, label }) => {
    const { name, description } = file[field];
    return labelledLines(label, `${spellDashes(name)} — ${description}`);
  });
}

export function readContext(section: SectionLines): Read<TaskFileCandidate> {
  const items = readLabelled(section, LEVELS);
  if (!items.ok) return items;
  const contexts = new Map<string, TaskContext>();
  for (const { field, line, text } of items.value) {
    const [, name, description] = /^([^—\n]*) — (.*)$/s.exec(text) ?? [];
    if (name === undefined || description === undefined) {
      return brokenAt(line, 'expected a name and a description with " — " between them.', field);
    }
    contexts.set(field, { name: readDashes(name), description });
  }
  return got(Object.fromEntries(contexts));
}

/** A dash would end the name, so a dash in a name is written as an entity, which Markdown shows as a dash. */
function spellDashes(name: string): string {
  return name.replace(/—|&(?:amp;)*mdash;/g, (found) => (found === "—" ? "&mdash;" : `&amp;${found.slice(1)}`));
}

function readDashes(name: string): string {
  return name.replace(/&((?:amp;)*)mdash;/g, (_, escapes: string) =>
    escapes === "" ? "—" : `&${escapes.slice("amp;".length)}mdash;`,
  );
}
