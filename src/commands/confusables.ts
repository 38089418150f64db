import { editDistance } from "../domain/config/nearest-word.js";
import { visibleText } from "../domain/placeholder.js";
import { suggestVerb } from "./suggest-verb.js";

/** Letters and marks of other scripts that look like ASCII ones. Compatibility forms are normalised separately. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  ...{ а: "a", ь: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", м: "m", о: "o", р: "p", ѕ: "s" },
  ...{ т: "t", ѵ: "v", ԝ: "w", х: "x", у: "y", ү: "y" },
  ...{ α: "a", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", γ: "y" },
  ...{ ı: "i", ɑ: "a", ɡ: "g", ꜱ: "s", ʏ: "y" },
  ...{ "⁄": "/", "∕": "/", "╱": "/", "⧸": "/" },
  ...{ "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-" },
};

/** Longer than any command's first words; later text is not compared. */
const COMPARED = 80;
/** The typing errors allowed in "/factory"; more make it another word. */
const MAX_SLIPS = 2;

/**
 * Text as a hurried reader sees it: without accents and invisible characters, look-alikes as ASCII letters, lower case.
 */
export function plainSpelling(text: string): string {
  const folded = text.slice(0, COMPARED).normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return visibleText([...folded].map((character) => CONFUSABLES[character] ?? character).join(""));
}

/** Whether a line begins with something that looks like a slash. */
export function beginsWithSlash(line: string): boolean {
  return line !== "" && plainSpelling(line).startsWith("/");
}

/**
 * The verb that a line was probably meant to be although it is no command: a look-alike slash or letter, a zero-width
 * character, leading white space, a typing error in "/factory". Such a line does nothing, but gets one hint.
 */
export function nearMiss(line: string): string | undefined {
  const spelled = plainSpelling(line)
    .replace(/^\/ /, "/")
    .replace(/^\/factory[-:_,.]/, "/factory ");
  const [, prefix = "", words = ""] = /^(\/\S*) (.*)$/.exec(spelled) ?? [];
  if (prefix === "/factory") return suggestVerb(words);
  // Errors in both the prefix and the verb more likely mean a path or prose.
  return editDistance(prefix, "/factory") <= MAX_SLIPS ? exactVerb(words) : undefined;
}

function exactVerb(words: string): string | undefined {
  const verb = suggestVerb(words);
  return verb !== undefined && `${words} `.startsWith(`${verb} `) ? verb : undefined;
}
