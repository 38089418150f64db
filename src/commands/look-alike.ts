import { editDistance } from "../domain/config/nearest-word.js";
import { visibleText } from "../domain/placeholder.js";
import { suggestVerb } from "./suggest-verb.js";
import type { Verb } from "./verb.js";

/** Letters and marks of other scripts that a reader takes for ASCII ones. Compatibility forms fold by themselves. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ а: "a", ь: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", м: "m", о: "o", р: "p", ѕ: "s" },
  ...{ т: "t", ѵ: "v", ԝ: "w", х: "x", у: "y", ү: "y" },
  ...{ α: "a", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", γ: "y" },
  ...{ ı: "i", ɑ: "a", ɡ: "g", ꜱ: "s", ʏ: "y" },
  ...{ "⁄": "/", "∕": "/", "╱": "/", "⧸": "/" },
  ...{ "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-" },
};

/** More than any command's first words; what follows them is not compared. */
const COMPARED = 80;
/** A slip of the finger in "/factory"; more than that is another word. */
const MAX_SLIPS = 2;

/** Text as a hurried reader sees it: no accents, nothing invisible, foreign duplicates as ASCII letters, lower case. */
export function plainSpelling(text: string): string {
  const folded = text.slice(0, COMPARED).normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return visibleText([...folded].map((character) => LOOK_ALIKES[character] ?? character).join(""));
}

/** Whether a line begins with what a hurried reader takes for a slash. */
export function beginsWithSlash(line: string): boolean {
  return line !== "" && plainSpelling(line).startsWith("/");
}

/**
 * The verb a line was probably meant to give although it is no command: a look-alike slash or letter, a zero-width
 * character, white space in front, a slip in "/factory". Such a line does nothing, but it is worth one hint.
 */
export function nearMiss(line: string): Verb | undefined {
  const spelled = plainSpelling(line)
    .replace(/^\/ /, "/")
    .replace(/^\/factory[-:_,.]/, "/factory ");
  const [, prefix = "", words = ""] = /^(\/\S*) (.*)$/.exec(spelled) ?? [];
  if (prefix === "/factory") return suggestVerb(words);
  // Two slips at once, in the prefix and in the verb, are more likely a path or prose.
  return editDistance(prefix, "/factory") <= MAX_SLIPS ? exactVerb(words) : undefined;
}

function exactVerb(words: string): Verb | undefined {
  const verb = suggestVerb(words);
  return verb !== undefined && `${words} `.startsWith(`${verb} `) ? verb : undefined;
}
