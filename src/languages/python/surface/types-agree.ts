import type { Agreement } from "../../../domain/contract/compiled-surface.js";
import { normaliseSpaces } from "../signatures/python-signature.js";

/** Types of the language itself that have nothing in common. */
const PLAIN = new Set(["str", "int", "float", "bool", "bytes", "None"]);
const HOLDERS = new Set(["list", "dict", "set", "tuple"]);

type Member = { readonly text: string; readonly isPlain: boolean; readonly isKnown: boolean };

/** The types of which an annotation allows one. */
export function pythonUnion(annotation: string): Member[] {
  const words = normaliseSpaces(annotation).replace(/^Optional\[(.*)\]$/, "$1 | None");
  const members = /[[(]/.test(words) && words.includes(" | ") ? splitOutside(words) : words.split(" | ");
  return members.map((member) => {
    const text = member.trim().replace(/^(?:List|Dict|Set|Tuple)\b/, (name) => name.toLowerCase());
    const isPlain = PLAIN.has(text);
    return { text, isPlain, isKnown: isPlain || HOLDERS.has(/^\w+/.exec(text)?.[0] ?? "") };
  });
}

/**
 * Whether a value of the one type fits where the other is expected. Unknown as soon as a name stands for something that is
 * declared elsewhere, or is no type of Python at all.
 */
export function typesAgree(given: string, expected: string): Agreement {
  const [from, to] = [pythonUnion(given), pythonUnion(expected)];
  const fits = (one: Member) => to.some((other) => other.text === one.text || widens(one.text, other.text));
  if (from.every(fits)) return "yes";
  if (![...from, ...to].every(({ isKnown }) => isKnown)) return "unknown";
  const isOpen = (one: Member) =>
    to.some((other) => holderOf(other) !== undefined && holderOf(other) === holderOf(one));
  return from.some((one) => !fits(one) && !isOpen(one)) ? "no" : "unknown";
}

/** An int is taken for a float, and a bool for an int. */
function widens(given: string, expected: string): boolean {
  return (
    (given === "int" && expected === "float") || (given === "bool" && (expected === "int" || expected === "float"))
  );
}

/** Two lists may differ in what they hold, which is not looked into. */
function holderOf({ text, isPlain }: Member): string | undefined {
  return isPlain ? undefined : /^\w+/.exec(text)?.[0];
}

function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ("[(".includes(text[at] ?? "")) depth += 1;
    if ("])".includes(text[at] ?? "")) depth -= 1;
    if (text[at] === "|" && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
