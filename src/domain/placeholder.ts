/**
 * Words in the place of a decision. A dimension that says "none" was not considered; one that says "none: pure
 * function" was (decisions.md#placeholders-are-errors).
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

/** Invisible characters: zero-width, bidirectional, filler and control characters, never white space. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|\ufeff/gu;
/**
 * Anchored at the beginning of a run. Otherwise the regular expression would start at each character of a long run, in
 * quadratic time.
 */
const PUNCTUATION_AT_THE_ENDS = /^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu;
/** Separators between statements: "none: pure" has two, and one of them has content. */
const BETWEEN_STATEMENTS = /[:;,|()[\]{}]+|\s[-\u2013\u2014]\s/u;
/** A word between these marks is a value and no placeholder: status is `TODO` or `DONE`. */
const QUOTED = /`[^`]*`|"[^"]*"|\u201c[^\u201c\u201d]*\u201d|(?<!\w)'[^']*'(?!\w)/gu;
/** Upper case only, because the word is also an English one: a to-do list has a todo, an unfinished sentence a TODO. */
const MARKS = [
  /\b(?:TODO|TBA|TBC|XXX)\b/u,
  /\b(?:tbd|fixme)\b/iu,
  /(?<![\w/])n\s?\/\s?a(?![\w/])/iu,
  /\bto be (?:determined|decided|defined|specified|announced)\b(?! by\b)/iu,
  /\blorem ipsum\b/iu,
];

/** A text as a person sees it: without invisible characters, with single blanks as white space. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, "").replace(/\s+/gu, " ").trim();
}

/** Whether nothing is visible: "", blanks, zero-width characters. */
export function isBlank(text: string): boolean {
  return visibleText(text) === "";
}

/** Whether a text has no content: "", "-", "TBD", "N/A.", "[TODO]", "none", "none: n/a", "TODO: ask the owner". */
export function isPlaceholder(text: string): boolean {
  const visible = visibleText(text.normalize("NFKC"));
  const statements = visible.toLowerCase().split(BETWEEN_STATEMENTS).map(withoutPunctuationAround);
  if (statements.every((statement) => statement === "" || PLACEHOLDERS.has(statement.replace(/\s?\/\s?/gu, "/")))) {
    return true;
  }
  const opening = withoutPunctuationAround(withoutQuotations(visible));
  return MARKS.some((mark) => opening.search(mark) === 0);
}

/**
 * The placeholder that a text is, or contains outside quotation marks ("constraints TBD"); undefined when there is
 * none.
 */
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
