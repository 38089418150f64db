import { z } from "zod";
import { RepoPath } from "../contract/repo-path.js";

const Place = z.strictObject({ file: RepoPath, line: z.int().min(1) });
type Place = z.infer<typeof Place>;

/**
 * What uses the code that a module will modify (requirements.md#impact-analysis). The summary is derived, not stored.
 */
export const ImpactAnalysis = z.strictObject({
  files_affected: z.array(RepoPath),
  functions_affected: z.array(z.strictObject({ name: z.string().min(1), file: RepoPath, callers: z.array(Place) })),
  types_affected: z.array(z.strictObject({ name: z.string().min(1), file: RepoPath, usages: z.array(Place) })),
});
export type ImpactAnalysis = z.infer<typeof ImpactAnalysis>;

/** The same text for the same facts in any order. Empty when nothing is affected. */
export function summariseImpact(impact: ImpactAnalysis): string {
  const importers = distinct(impact.files_affected);
  const functions = impact.functions_affected.map(({ name, file, callers: places }) => ({ name, file, places }));
  const types = impact.types_affected.map(({ name, file, usages: places }) => ({ name, file, places }));
  const sections = [
    listed("Functions in the files you modify:", entries("called", functions)),
    listed("Types in the files you modify:", entries("used", types)),
    listed(
      "Files that import what you are modifying:",
      firstOf(
        importers.map((file) => `- ${file}`),
        "files",
      ),
    ),
  ].filter((section) => section !== "");
  if (sections.length === 0) return "";
  return [
    "## IMPACT ANALYSIS",
    ...sections,
    "What keeps its name, parameters and behaviour keeps these working; check those you change.",
  ].join("\n\n");
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

type Affected = { readonly name: string; readonly file: string; readonly places: readonly Place[] };

/** What nothing uses needs no line. */
function entries(verb: "called" | "used", affected: readonly Affected[]): string[] {
  return distinct(affected.filter(({ places }) => places.length > 0).map((each) => entry(verb, each)));
}

function entry(verb: "called" | "used", { name, file, places }: Affected): string {
  const where = [...places]
    .sort((a, b) => compare(a.file, b.file) || a.line - b.line)
    .map((place) => `${place.file}:${place.line}`);
  const at = distinctInOrder(where);
  const count = at.length === 1 ? "1 place" : `${at.length} places`;
  return `- ${name} (${file}) - ${verb} in ${count}: ${firstOf(at, "places").join(", ")}`;
}

/** Enough to see how a thing is used; the rest is counted, and `grep` finds it. */
const MOST_PLACES = 10;

function firstOf(texts: readonly string[], what: string): string[] {
  const more = texts.length - MOST_PLACES;
  return more > 0 ? [...texts.slice(0, MOST_PLACES), `and ${more} more ${what}`] : [...texts];
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
