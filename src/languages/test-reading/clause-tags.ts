/**
 * `@clause`, the first word after it, and further ids, separated by blanks, commas, `&` or "and", with or without
 * brackets.
 */
const TAG =
  /@clause\b[ \t]*:?[ \t([{"'`]*([^\s,;&*"'`()[\]{}]*)((?:(?:[ \t,&()]|and\b)+[Cc][Ll][-_][^\s,;&*"'`()[\]{}]+)*)/g;
const FURTHER = /[Cc][Ll][-_][^\s,&()]+/g;
const ID = /\bCL-[A-Za-z0-9]+-\d+\b/g;
/** The same without attached text: `CL-TAG-001x` and `CL-TAG-001..003` are not ids. */
const WHOLE_ID = /(?<![\w-])CL-[A-Za-z0-9]+-\d+(?![\w-]|\.+\w)/g;
/**
 * A word that was meant as an id. Any other word after `@clause` is prose about tags: "every test carries a @clause
 * tag".
 */
const LIKE_ID = /^(?:[Cc][Ll](?![A-Za-z])|[A-Z]+(?:[-_][A-Z]+)*[-_]?\d)/;

/** The line of a comment or a text has no other content, so it is a tag and not a mention of one. */
const ALONE = /@clause\b(?<=(?:^|\/\/|[*#])[ \t]*@clause)[ \t]*(?::[ \t]*)?(?=$|\*)/gm;

/**
 * A tag in a text: the id, or the malformed id as written, and its position. An empty id is a tag that names nothing.
 */
export type FoundTag = { readonly clauseId: string; readonly at: number };

/** The tags of a comment, a docstring or a whole file. */
export function tagsIn(text: string): FoundTag[] {
  const alone = new Set([...text.matchAll(ALONE)].map(({ index }) => index));
  return [...text.matchAll(TAG)].flatMap(({ 1: first = "", 2: further = "", index: at }) => {
    const ids = alone.has(at) ? [""] : [first, ...(further.match(FURTHER) ?? [])].flatMap(idsOfWord);
    return ids.map((clauseId) => ({ clauseId, at }));
  });
}

/** A title may name its clauses without the word: "CL-AUTH-001: issues a token". */
export function idsInTitle(title: string): string[] {
  return [...new Set([...tagsIn(title).map(({ clauseId }) => clauseId), ...(title.match(ID) ?? [])])];
}

/** A malformed id is kept, without the full stop after it: a typing error must not count as prose. */
function idsOfWord(word: string): string[] {
  const ids = word.match(WHOLE_ID);
  if (ids !== null) return ids;
  return LIKE_ID.test(word) ? [word.replace(/(?<![.:!?])[.:!?]+$/, "")] : [];
}
