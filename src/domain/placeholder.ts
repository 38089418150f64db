/**
 * Words that stand where a decision should. A dimension that says "none" has not been thought about;
 * one that says "none: pure function" has (decisions.md#placeholders-are-errors).
 */
const PLACEHOLDERS = new Set([
  "tbd",
  "tba",
  "tbc",
  "tbs",
  "todo",
  "to do",
  "fixme",
  "wip",
  "xxx",
  "n/a",
  "na",
  "n.a",
  "not applicable",
  "not specified",
  "unspecified",
  "none",
  "nothing",
  "nil",
  "null",
  "undefined",
  "unknown",
  "placeholder",
  "pending",
  "later",
  "to be announced",
  "to be confirmed",
  "to be determined",
  "to be defined",
  "to be decided",
  "to be done",
  "to be specified",
  "coming soon",
  "same as above",
  "as above",
  "see above",
  "see below",
  "ditto",
  "idem",
  "etc",
  "lorem ipsum",
]);

/** Characters that take part in no reading: zero-width, bidirectional, filler and control characters, never white space. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|\ufeff/gu;
/** From the beginning of a run only: tried from each of its characters, a long one in the middle would take for ever. */
const PUNCTUATION_AT_THE_ENDS = /^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu;
/** Where one statement ends and the next begins: "none: pure" is two, and one of them says something. */
const BETWEEN_STATEMENTS = /[:;,|()[\]{}]+|\s[-\u2013\u2014]\s/u;
/** Between these marks a word is a value and no confession: status is `TODO` or `DONE`. */
const QUOTED = /`[^`]*`|"[^"]*"|\u201c[^\u201c\u201d]*\u201d|(?<!\w)'[^']*'(?!\w)/gu;
/** Upper case where the word is also an English one: a to-do list has a todo, an unfinished sentence a TODO. */
const MARKS = [
  /\b(?:TODO|TBA|TBC|XXX)\b/u,
  /\b(?:tbd|fixme)\b/iu,
  /(?<![\w/])n\s?\/\s?a(?![\w/])/iu,
  /\bto be (?:determined|decided|defined|specified|announced)\b(?! by\b)/iu,
  /\blorem ipsum\b/iu,
];

/** A text as a person sees it: without invisible characters, white space in single blanks. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, "").replace(/\s+/gu, " ").trim();
}

/** Whether nothing can be seen: "", blanks, zero-width characters. */
export function isBlank(text: string): boolean {
  return visibleText(text) === "";
}

/** Whether a text says nothing: "", "-", "TBD", "N/A.", "[TODO]", "none", "none: n/a", "TODO: ask the owner". */
export function isPlaceholder(text: string): boolean {
  const visible = visibleText(text.normalize("NFKC"));
  const statements = visible.toLowerCase().split(BETWEEN_STATEMENTS).map(withoutPunctuationAround);
  if (statements.every((statement) => statement === "" || PLACEHOLDERS.has(statement.replace(/\s?\/\s?/gu, "/")))) {
    return true;
  }
  const opening = withoutPunctuationAround(withoutQuotations(visible));
  return MARKS.some((mark) => opening.search(mark) === 0);
}

/** The placeholder that a text is, or has somewhere outside quotation marks ("constraints TBD"); undefined when it has none. */
export function placeholderIn(text: string): string | undefined {
  const visible = visibleText(text.normalize("NFKC"));
  const unquoted = withoutQuotations(visible);
  const found = MARKS.map((mark) => mark.exec(unquoted)?.[0]).find((hit) => hit !== undefined);
  return found ?? (isPlaceholder(text) ? visible : undefined);
}

function withoutPunctuationAround(text: string): string {
  return text.replace(PUNCTUATION_AT_THE_ENDS, "");
}

function withoutQuotations(text: string): string {
  return text.replace(QUOTED, "a value");
}
