const STOP_WORDS: ReadonlySet<string> = new Set(
  `the and for with that this from into when then than must should shall will would can could may not are was were has have had
   been being its their there which what who whom whose where why how all any each every both some such only own same too very
   one two new add adds added make makes made use uses used using give gives given gets get set sets return returns returned
   test tests expect expects expected case cases user users file files code function functions value values true false null
   undefined none string number boolean object array list dict const let var async await import export default require describe
   given input output result results tobe toequal tothrow equal assert deepequal strictequal self type types implement implements
   create creates created build builds write writes provide provides ensure ensures support supports also but out per via`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** The significant words of a text: identifiers are split, short and common words dropped, endings removed. */
export function keywordsOf(text: string): Set<string> {
  const words = text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}][\p{L}\d]{2,}/gu);
  return new Set(
    (words ?? [])
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem)
      .filter((word) => word.length > 2),
  );
}

/** A rough stem: "normalises", "normalised" and "normalising" are one word. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, "");
  return word.replace(/(?:ations?|ings?|edly|ed|ers?|ors?|ies|es|e|s|y)$/, "");
}
