import { statesObservableBehavior } from "./observable-verbs.js";
import { proseParagraphs } from "./prose-paragraphs.js";

/** Words by which a sentence demands something. */
const DEMANDS =
  /\b(?:must|shall|should|has to|have to|needs? to|may not|cannot|do not|don't|does not|doesn't|never|always|only|no longer|please)\b/i;
/** Verbs of a state that holds afterwards, in the present tense. */
const STATES =
  /\b(?:declares?|documents?|describes?|mentions?|keeps?|stays?|remains?|works?|applies|apply|uses?|takes?|supports?|follows?|explains?)\b/i;
/** Imperatives with which a demand begins. */
const BEGINS =
  /^(?:add|make|keep|document|declare|describe|update|leave|use|write|let|allow|support|mention|name|give|put|also|change|extend|rename|drop|fix)\b/i;
/** How things are today, and why somebody asks: a background demands nothing. */
const BACKGROUND =
  /^(?:because|since|context|background|see|thanks|cc|for example|e\.g\.)\b|\b(?:today|currently|at the moment|right now|so far|until now|used to|was|were|had|did|didn't|wasn't|my|our)\b|\?$/i;
/** Whoever asks speaks of themselves, and may all the same want something. */
const PERSONAL = /\b(?:I|I'm|I'd|[Ww]e|[Ww]e'd)\b/;
const WANTS = /\b(?:want|need|expect|would like|I'd like|we'd like)\b/;

const MIN_WORDS = 4;

/**
 * The sentences of a text, outside its lists, that demand something. A list has the demands that its author counted; a
 * sentence beside it would otherwise be seen by nobody who judges the work (decisions.md#the-small-lane).
 */
export function demandsIn(markdown: string): string[] {
  return proseParagraphs(markdown).flatMap(sentencesOf).filter(isDemand);
}

function isDemand(sentence: string): boolean {
  if (sentence.split(" ").length < MIN_WORDS || sentence.endsWith(":")) return false;
  if (PERSONAL.test(sentence)) return WANTS.test(sentence) && !BACKGROUND.test(sentence);
  if (BACKGROUND.test(sentence)) return false;
  return [DEMANDS, STATES, BEGINS].some((demand) => demand.test(sentence)) || statesObservableBehavior(sentence);
}

/** A full stop within code or an abbreviation ends nothing: the next sentence begins with a capital, code or a quotation. */
function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs)\.)\s+(?=[\p{Lu}`"“(])/u)
    .map((sentence) => sentence.trim());
}
