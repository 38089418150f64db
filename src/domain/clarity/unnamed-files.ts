/** `etc/hosts` is a file with a name. */
const VAGUE =
  /\b(?:and|or|any|some|the)\s+(?:other|related|relevant|necessary|required|remaining)\s+files?\b|\bother files? as needed\b|\bfiles? as (?:needed|necessary|appropriate)\b|\betc\b(?!\/\w)/gi;
const PATH_ETC = /(?<![\w/-])(?:[\w-]+\/)+[\w.-]+,?\s*(?:etc\b\.?|\.\.\.|\u2026)/gi;

/**
 * Which files are meant follows: "the remaining files of a finished upload" are things that the product works on. "Files that
 * need it" are still not named.
 */
const DEFINED =
  /^\s+(?:(?:of|in|from|whose|under|below|older|larger|with)\b|(?:that|which)\s+(?!(?:may |might |will )?(?:need|require|must|have to|are (?:needed|necessary|required|relevant|related|affected))))/i;

/** Words that stand for files without naming any. */
export function unnamedFilesIn(text: string): string[] {
  return [...text.matchAll(VAGUE)]
    .filter(({ 0: words, index }) => !/files?$/i.test(words) || !DEFINED.test(text.slice(index + words.length)))
    .map(([words]) => words);
}

/** The same in a task's text, where "etc." may be about anything but files, and a path may trail off. */
export function unnamedFilesInTask(text: string): string[] {
  return [...unnamedFilesIn(text).filter((words) => /file/i.test(words)), ...(text.match(PATH_ETC) ?? [])];
}
