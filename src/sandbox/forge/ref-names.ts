/** The names that git accepts as refs (git-check-ref-format), and the prefixes of branches and tags. */
const BRANCH_PREFIX = "refs/heads/";
const TAG_PREFIX = "refs/tags/";

export const branchRef = (branch: string) => `${BRANCH_PREFIX}${branch}`;
export const tagRef = (tag: string) => `${TAG_PREFIX}${tag}`;
export const pullHeadRef = (number: number) => `refs/pull/${number}/head`;
export const pullMergeRef = (number: number) => `refs/pull/${number}/merge`;

/** `refs/heads/a/b` gives `a/b`; undefined for anything but a branch. */
export function branchOf(ref: string): string | undefined {
  return ref.startsWith(BRANCH_PREFIX) ? ref.slice(BRANCH_PREFIX.length) : undefined;
}

export function tagOf(ref: string): string | undefined {
  return ref.startsWith(TAG_PREFIX) ? ref.slice(TAG_PREFIX.length) : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them by name.
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/;

export function isValidRef(ref: string): boolean {
  if (!ref.startsWith("refs/") || FORBIDDEN.test(ref)) return false;
  const parts = ref.split("/");
  return parts.length >= 3 && parts.every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
