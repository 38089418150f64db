import { z } from "zod";
import { RepoPath } from "../contract/repo-path.js";

const Place = z.strictObject({ file: RepoPath, line: z.int().min(1) });
type Place = z.infer<typeof Place>;

/** What uses the code that a module is about to modify (requirements.md#impact-analysis). Its summary is derived, not stored. */
export const ImpactAnalysis = z.strictObject({
  files_affected: z.array(RepoPath),
  functions_affected: z.array(z.strictObject({ name: z.string().min(1), file: RepoPath, callers: z.array(Place) })),
  types_affected: z.array(z.strictObject({ name: z.string().min(1), file: RepoPath, usages: z.array(Place) })),
});
export type ImpactAnalysis = z.infer<typeof ImpactAnalysis>;

/** The same text for the same facts, whatever order they were found in. Empty when nothing is affected. */
export function summariseImpact(impact: ImpactAnalysis): string {
  const importers = distinct(impact.files_affected);
  const sections = [
    listed(
      "Functions you are modifying:",
      impact.functions_affected.map(({ name, file, callers }) =>
        entry({ name, file, verb: "called", places: callers }),
      ),
    ),
    listed(
      "Types you are modifying:",
      impact.types_affected.map(({ name, file, usages }) => entry({ name, file, verb: "used", places: usages })),
    ),
    listed(
      "Files that import what you are modifying:",
      importers.map((file) => `- ${file}`),
    ),
  ].filter((section) => section !== "");
  if (sections.length === 0) return "";
  return ["## IMPACT ANALYSIS", ...sections, "Make sure that your change keeps every one of these working."].join(
    "\n\n",
  );
}

function listed(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? "" : [title, ...distinct(entries)].join("\n");
}

type Affected = { name: string; file: string; verb: "called" | "used"; places: readonly Place[] };

function entry({ name, file, verb, places }: Affected): string {
  const where = [...places]
    .sort((a, b) => compare(a.file, b.file) || a.line - b.line)
    .map((place) => `${place.file}:${place.line}`);
  const at = distinctInOrder(where);
  const count = at.length === 1 ? "1 place" : `${at.length} places`;
  return `- ${name} (${file}) - ${verb} in ${count}${at.length === 0 ? "" : `: ${at.join(", ")}`}`;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compare);
}

function distinctInOrder(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
