import { nearestWord } from "../domain/config/nearest-word.js";
import { Verb } from "./verb.js";

/** No verb is anywhere near as long; longer words are not compared. */
const LONGEST = 30;

const TWO_WORDS = Verb.options.filter((verb) => verb.includes(" "));

/** The verb that some words most likely begin with, or undefined when none is close enough. */
export function suggestVerb(words: string): Verb | undefined {
  const [first = "", second = ""] = words.toLowerCase().split(/\s+/, 2);
  const both = second === "" ? "" : `${first} ${second}`;
  const exact = [both, first].map((word) => Verb.safeParse(word).data).find((verb) => verb !== undefined);
  return exact ?? verbNear(both, TWO_WORDS) ?? verbNear(first, Verb.options);
}

function verbNear(word: string, verbs: readonly Verb[]): Verb | undefined {
  if (word === "" || word.length > LONGEST) return undefined;
  return Verb.safeParse(nearestWord(word, verbs)).data;
}
