import { DIMENSION_WORDS } from "./rubric.js";

/** The names that a Challenger was given and can cite; it is not shown source (decisions.md#what-a-challenger-sees). */
export type CitableNames = {
  readonly testNames: readonly string[];
  readonly clauseIds: readonly string[];
  readonly contractFields: readonly string[];
  readonly dependencyRefs: readonly string[];
  readonly validators: readonly string[];
};

/**
 * Which of the given names a text cites. A name that cannot be ordinary prose (several words, a digit, `_`, `-`, an
 * inner capital) counts anywhere. A name that could be prose ("message", "result") counts only as code, in quotes, or
 * as a contract path such as `inputs.message`. The name of a dimension alone cites nothing.
 */
export function citationsIn(text: string, names: CitableNames): string[] {
  const searched = fold(text);
  const candidates = [
    ...names.testNames,
    ...names.clauseIds,
    ...names.contractFields.filter((field) => !(field in DIMENSION_WORDS)),
    ...names.dependencyRefs,
    ...names.validators,
  ];
  return [...new Set(candidates)].filter((name) => {
    if (name.trim() === "") return false;
    return isDistinctive(name) ? standsIn(searched, fold(name)) : isMarkedIn(searched, fold(name));
  });
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function isDistinctive(name: string): boolean {
  return /[\d_.:/#@\s-]/.test(name.trim()) || /\p{Ll}\p{Lu}/u.test(name);
}

/** Whether the name occurs on its own, not inside a longer word or number. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + name.length])) return true;
  }
  return false;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

const OPENING = /[`"'“‘«]$/;
const CLOSING = /^(?:\(\))?[`"'”’»]/;
const DIMENSION_PATH = new RegExp(
  `(?:^|[^\\p{L}\\p{N}_])(?:${Object.keys(DIMENSION_WORDS).join("|")})(?:\\[\\d+\\])?\\.$`,
  "u",
);

function isMarkedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + name.length);
    if (OPENING.test(before) && CLOSING.test(after)) return true;
    if (DIMENSION_PATH.test(before) && !isWordCharacter(after[0])) return true;
  }
  return false;
}
