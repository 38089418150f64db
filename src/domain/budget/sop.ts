import { z } from "zod";
import { PathPattern, patternMatcher } from "../config/path-pattern.js";
import { SopSeverity } from "../debate/challenge.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** The front matter of `.factory/sops/*.md`. */
export const SopFrontMatter = z.strictObject({
  category: z.literal("sop"),
  applies_to: z.union([PathPattern, z.array(PathPattern).min(1)], {
    error: 'must be a pattern such as "*.go", or a list of patterns',
  }),
  /** How a violation is judged. It never decides how much of a standard is shown (requirements.md#all-or-nothing-standards). */
  severity: SopSeverity,
});
export type SopFrontMatter = z.infer<typeof SopFrontMatter>;

/** A standard operating procedure: a house rule in plain language, named after its file. */
export type Sop = SopFrontMatter & { readonly name: string; readonly body: string };

const FENCE = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** Splits a document into front matter and text. The caller reads the front matter as YAML. */
export function splitFrontMatter(name: string, text: string): Outcome<{ frontMatter: string; body: string }> {
  const source = text.replace(/^\ufeff/, "");
  const match = FENCE.exec(source);
  if (match === null || match.index !== 0) {
    return refuse(
      "sop-without-front-matter",
      `${name} must begin with front matter between two lines of ---: category, applies_to and severity`,
      { name },
    );
  }
  const body = source.slice(match[0].length).trim();
  if (body === "") return refuse("sop-without-body", `${name} has front matter and says nothing below it`, { name });
  return accept({ frontMatter: match[1] ?? "", body });
}

/** Every standard that applies to one of the files, in the given order. */
export function applicableSops(sops: readonly Sop[], files: readonly string[]): Sop[] {
  return sops.filter((sop) => {
    const applies = patternMatcher(typeof sop.applies_to === "string" ? [sop.applies_to] : sop.applies_to);
    return files.some((file) => applies(file));
  });
}
