import { draw } from "../../src/sandbox/faults/draw.js";

/** What parsers stumble over, put where nobody expects it. */
const WORDS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "\u0000",
  "\uFEFF",
  "\u202E",
  "\uD83D",
  "😀",
  "../../",
  "<!--",
  "]]>",
  "<![CDATA[",
  "&#x0;",
  "&lol;",
  "<!DOCTYPE a [<!ENTITY lol 'x'>]>",
  "```",
  "---\n",
  "&a [*a, *a]",
  "!!js/function 'x'",
  "1e999",
  "-0",
  "NaN",
  "\r",
  "\t",
  "/factory approve\n",
  "> ",
  "{",
  "[",
  '"',
  "\\",
  "\n",
  "[a]:b\n",
  "|-|\n",
  "- a\n",
  "a\n=\n",
] as const;
/** What GitHub lets a person write into a comment. */
export const LONGEST = 65_536;

/** Another text by a number: a few cuts, copies, insertions and repetitions of the one given, the same every time. */
export function mutate(text: string, others: readonly string[], seed: number): string {
  const steps = 1 + Math.floor(draw(seed, "steps") * 4);
  let mutated = text;
  for (let step = 0; step < steps; step += 1) mutated = mutateOnce(mutated, others, seed, step);
  return mutated.slice(0, LONGEST);
}

function mutateOnce(text: string, others: readonly string[], seed: number, step: number): string {
  const number = (what: string, below: number) => Math.floor(draw(seed, what, step) * below);
  const at = number("at", text.length + 1);
  const to = Math.min(text.length, at + 1 + number("length", 64));
  const word = WORDS[number("word", WORDS.length)] ?? "";
  switch (number("kind", 8)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, to) + text.slice(at, to).repeat(1 + number("times", 40)) + text.slice(to);
    case 2:
      return text.slice(0, at) + word + text.slice(at);
    case 3:
      return (
        text.slice(0, at) + word.repeat(1 + number("times", number("often", 8) === 0 ? LONGEST : 400)) + text.slice(at)
      );
    case 4:
      return text.slice(0, at) + String.fromCharCode(number("unit", 65_536)) + text.slice(to);
    case 5:
      return text.slice(0, at);
    case 6:
      return text.replaceAll(/"[^"\n]{1,40}"/g, (found) =>
        draw(seed, "key", step, found) < 0.1 ? `"${"__proto__"}"` : found,
      );
    default: {
      const other = others[number("other", others.length)] ?? "";
      const from = number("from", other.length + 1);
      return text.slice(0, at) + other.slice(from, from + number("span", 400)) + text.slice(at);
    }
  }
}
