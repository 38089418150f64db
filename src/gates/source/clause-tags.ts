/** `@clause`, and the ids after it, separated by commas or blanks. The first word counts whatever it looks like. */
const TAG = /@clause\b[ \t]*:?[ \t]*([^\s,;*"'`)\]}]*)((?:[ \t]*,?[ \t]*CL-[^\s,;*"'`)\]}]+)*)/g;
const ID = /\bCL-[A-Za-z0-9]+-\d+\b/g;

/** A tag in a text: the id as written and where it begins. An empty id is a tag that names nothing. */
export type FoundTag = { readonly clauseId: string; readonly at: number };

/** The tags of a comment, a docstring or a whole file. */
export function tagsIn(text: string): FoundTag[] {
  return [...text.matchAll(TAG)].flatMap((match) => {
    const rest = (match[2] ?? "").match(/CL-[^\s,]+/g) ?? [];
    return [match[1] ?? "", ...rest].map((clauseId) => ({ clauseId, at: match.index }));
  });
}

/** A title may name its clauses without the word: "CL-AUTH-001: issues a token". */
export function idsInTitle(title: string): string[] {
  return [...new Set([...tagsIn(title).map(({ clauseId }) => clauseId), ...(title.match(ID) ?? [])])];
}
