import { nearestWord } from "../domain/config/nearest-word.js";
import { allCommands } from "./all-commands.js";

/** The verb that some words most likely begin with, or undefined when none is close enough. Give it few words: it compares letters. */
export function suggestVerb(words: string): string | undefined {
  const verbs = allCommands().map(({ verb }) => verb);
  const [first = "", second = ""] = words.split(/\s+/, 2);
  const both = second === "" ? "" : `${first} ${second}`;
  return (
    verbNear(
      both,
      verbs.filter((verb) => verb.includes(" ")),
    ) ?? verbNear(first, verbs)
  );
}

function verbNear(word: string, verbs: readonly string[]): string | undefined {
  return word === "" ? undefined : nearestWord(word, verbs);
}
