import { nearestWord } from "../domain/config/nearest-word.js";
import { Verb } from "./verb.js";

const TWO_WORDS = Verb.options.filter((verb) => verb.includes(" "));

/** The verb that some words most likely begin with, or undefined when none is close enough. Give it few words: it compares letters. */
export function suggestVerb(words: string): Verb | undefined {
  const [first = "", second = ""] = words.split(/\s+/, 2);
  const both = second === "" ? "" : `${first} ${second}`;
  return verbNear(both, TWO_WORDS) ?? verbNear(first, Verb.options);
}

function verbNear(word: string, verbs: readonly Verb[]): Verb | undefined {
  return word === "" ? undefined : Verb.safeParse(nearestWord(word, verbs)).data;
}
