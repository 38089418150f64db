import { type Outcome, refuse } from "../domain/refusal.js";
import type { Placement } from "./markdown/placement.js";

/** Why a line that was probably meant as a command is none, by its context. */
const WHY_PLACED: Readonly<Partial<Record<Placement, string>>> = {
  quote: "it is read as part of a quote",
  table: "it is read as a row of the table above it",
  html: "it is read as part of an HTML block",
  formatting: "it is read as part of a link, a footnote or other formatting",
  "long paragraph": "it stands inside a very long paragraph or list, or one with very much formatting",
};

/** What a line lacks to be a command; undefined in code and hidden comments, where no person expects one to work. */
export function whyNotRun(verb: string, written: string, placement: Placement): Outcome<never> | undefined {
  const isCommand = /^\/factory(?=[ \t])/i.test(written);
  if (isCommand) {
    const why = WHY_PLACED[placement];
    if (why === undefined) return undefined;
    return notRun(verb, `${why}. Put an empty line before it`);
  }
  return placement === "text" ? notRun(verb, whyMisspelt(written)) : undefined;
}

function whyMisspelt(written: string): string {
  if (/^[ \t]+\/factory[ \t]/i.test(written)) return "white space stands before it. Begin the line with it";
  return /[^ -~]/.test(written)
    ? "it has characters that only look like the right ones, or cannot be seen. Type it anew"
    : "it is misspelt";
}

function notRun(verb: string, why: string): Outcome<never> {
  return refuse("near-miss", `This was not run: ${why}. Did you mean \`/factory ${verb}\`?`, { suggestion: verb });
}
