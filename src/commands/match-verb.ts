import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { allCommands, findCommand } from "./all-commands.js";
import { plainSpelling } from "./confusables.js";
import type { CommandRow } from "./define-command.js";
import { suggestVerb } from "./suggest-verb.js";

/** The command that was named, and the rest of its line. */
export type MatchedVerb = { readonly row: CommandRow; readonly text: string };

/** ASCII letters alone, checked before any change of case: some foreign letters lower-case into ASCII ones. */
const ONE_WORD = /^[a-z-]+(?=[ \t]|$)/i;
const TWO_WORDS = /^[a-z-]+[ \t]+[a-z-]+(?=[ \t]|$)/i;

/** Reads the verb off what follows `/factory`. */
export function matchVerb(words: string): Outcome<MatchedVerb> {
  for (const pattern of [TWO_WORDS, ONE_WORD]) {
    const written = pattern.exec(words)?.[0];
    if (written === undefined) continue;
    const row = findCommand(written.toLowerCase().replace(/[ \t]+/, " "));
    if (row !== undefined) return accept({ row, text: words.slice(written.length).trim() });
  }
  return unknownVerb(words);
}

function unknownVerb(words: string): Outcome<never> {
  const spelled = plainSpelling(words);
  const suggestion = suggestVerb(spelled);
  if (suggestion !== undefined) {
    return refuse(
      "unknown-verb",
      `There is no such command; did you mean \`/factory ${suggestion}\`? \`/factory help\` lists them all.`,
      { suggestion },
    );
  }
  const verbs = allCommands().map(({ verb }) => verb);
  const choices = verbs.filter((verb) => verb.startsWith(`${spelled.split(" ", 1)[0]} `));
  if (choices.length > 0) {
    const list = choices.map((verb) => `\`/factory ${verb}\``).join(", ");
    return refuse("unknown-verb", `This needs a second word: ${list}.`, { choices });
  }
  return refuse("unknown-verb", "There is no such command; `/factory help` lists them all.");
}
