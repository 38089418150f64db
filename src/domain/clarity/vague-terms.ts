import { withoutPaths } from "./without-paths.js";

/** What makes a word definite that would be vague alone: what stands before it, and after. */
type Sense = { readonly after?: RegExp; readonly word?: RegExp };

/** A figure says how much, so that a test can show it. */
const MEASURED = /^[^.;\n]{0,80}?\b(?:by|to|from|below|under|above|within|than|at (?:most|least))\s+\S{0,3}\d/i;
const COMPARED = /^\s+(?:of|than|when|if|score|match|offers?|price)\b/i;

/**
 * Words are judged by their sense (decisions.md#words-by-sense): "the better of two offers" names which one, and Polish is a
 * language.
 */
const SENSES: Readonly<Record<string, Sense>> = {
  better: { after: COMPARED },
  nicer: { after: COMPARED },
  cleaner: { after: COMPARED },
  improve: { after: MEASURED },
  enhance: { after: MEASURED },
  optimize: { after: MEASURED },
  optimise: { after: MEASURED },
  polish: { word: /^Polish$/ },
  "clean up": {
    after:
      /^\s+(?!(?:(?:the|all|this|our|some|any|other|various)\s+)*(?:code|codebase|project|repository|things|everything|it)\b)\p{L}/iu,
  },
  something: { after: /^\s+(?:that|which|other than|else than|is (?:missing|not))\b/i },
  things: { after: /^\s+(?:that|which)\b/i },
  various: { after: /^\s+(?:\p{L}+\s+){0,2}\((?=\S)/u },
};

/** The vague terms that a text uses, as they are configured. Names in backticks and paths are quoted, not said. */
export function vagueTermsIn(text: string, terms: readonly string[]): string[] {
  const spoken = withoutPaths(withoutCode(text));
  return terms.filter((term) => isSaidVaguely(term, spoken));
}

function isSaidVaguely(term: string, text: string): boolean {
  const sense = SENSES[term.toLowerCase().trim()];
  return [...text.matchAll(wholeWords(term))].some(({ 0: word, index }) => {
    if (sense?.word?.test(word) === true && !startsSentence(text, index, word)) return false;
    return sense?.after?.test(text.slice(index + word.length)) !== true;
  });
}

/** A capital at the start of a sentence says nothing, unless a language is spoken of. */
function startsSentence(text: string, index: number, word: string): boolean {
  const isFirst = /(?:^|[.!?:\n])\s*(?:[-*]\s+(?:\[.\]\s+)?)?$/.test(text.slice(0, index));
  return (
    isFirst &&
    !/^\s+(?:translations?|language|locale|texts?|words?|letters?|names?|users?|zloty)\b/i.test(
      text.slice(index + word.length),
    )
  );
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ");
}

/** As whole words, whatever white space is between them. */
function wholeWords(term: string): RegExp {
  const words = term
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${words.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "giu");
}
