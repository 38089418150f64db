import type { Finding, FindingLevel } from "../../doctor/finding.js";
import type { Paint } from "../paint.js";

/** The findings about one repository. */
export type Examined = { readonly repository: string; readonly findings: readonly Finding[] };

const STYLES: Readonly<Record<FindingLevel, { readonly paint: keyof Paint; readonly word: string }>> = {
  error: { paint: "bad", word: "error" },
  warning: { paint: "busy", word: "warning" },
  note: { paint: "dim", word: "note" },
};

export function doctorText(examined: readonly Examined[], paint: Paint): string {
  return examined
    .map(({ repository, findings }) => {
      if (findings.length === 0) return `${repository}: ${paint.good("nothing stands in the way")}\n`;
      return `${repository}:\n${findings.map((finding) => findingText(finding, paint)).join("")}`;
    })
    .join("\n");
}

function findingText({ level, what, why, fix, link }: Finding, paint: Paint): string {
  const { paint: color, word } = STYLES[level];
  const where = link === null ? "" : `\n           ${paint.dim(link)}`;
  return `  ${paint[color](word.padEnd("warning".length))}  ${what}\n           ${why}\n           ${fix}${where}\n`;
}
