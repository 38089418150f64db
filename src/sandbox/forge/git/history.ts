/** Questions about ancestry. The answers depend on object names only, so callers may cache them permanently. */
import type { GitRepository } from "./git-repository.js";
import { mustGit, runGit } from "./run-git.js";

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

/** The number of commits to follow before git is used. */
const LINE_LENGTH = 100;

/**
 * The commits from `base` (exclusive) to `head`, oldest first, if each has a single parent. This is the most common
 * case, and it needs no process. Undefined says nothing about ancestry.
 */
export async function straightLine(git: GitRepository, base: string, head: string): Promise<string[] | undefined> {
  const line: string[] = [];
  for (let at = head; line.length <= LINE_LENGTH; ) {
    if (at === base) return line.reverse();
    const parents: readonly string[] = (await git.commit(at))?.parents ?? [];
    const [parent] = parents;
    if (parent === undefined || parents.length > 1) return undefined;
    line.push(at);
    at = parent;
  }
  return undefined;
}

export async function mergeBase(git: GitRepository, a: string, b: string): Promise<string | undefined> {
  if ((await straightLine(git, a, b)) !== undefined) return a;
  const { code, stdout } = await runGit(git.directory, ["merge-base", a, b]);
  return code === 0 ? stdout.toString().trim() : undefined;
}

export async function isAncestor(git: GitRepository, ancestor: string, descendant: string): Promise<boolean> {
  if ((await straightLine(git, ancestor, descendant)) !== undefined) return true;
  return (await runGit(git.directory, ["merge-base", "--is-ancestor", ancestor, descendant])).code === 0;
}

/** The commits of `head` that `base` lacks, oldest first. */
export async function commitsBetween(git: GitRepository, base: string, head: string): Promise<string[]> {
  const line = await straightLine(git, base, head);
  return line ?? lines(await mustGit(git.directory, ["rev-list", "--reverse", "--topo-order", head, `^${base}`]));
}

/** The commits that no ref reaches yet, oldest first. */
export async function commitsNowhere(git: GitRepository, sha: string): Promise<string[]> {
  return lines(await mustGit(git.directory, ["rev-list", "--reverse", "--topo-order", sha, "--not", "--all"]));
}

export async function aheadBehind(directory: string, base: string, head: string) {
  const text = await mustGit(directory, ["rev-list", "--left-right", "--count", `${base}...${head}`]);
  const [behind = "0", ahead = "0"] = text.trim().split("\t");
  return { ahead: Number(ahead), behind: Number(behind) };
}

export type LogFilter = {
  readonly start: string;
  readonly path?: string;
  readonly author?: string;
  readonly since?: string;
  readonly until?: string;
};

/** The commits that are reachable from `start` and pass the filter, newest first. */
export async function log(directory: string, filter: LogFilter): Promise<string[]> {
  const args = [
    "rev-list",
    ...(filter.author === undefined ? [] : ["--fixed-strings", `--author=${filter.author}`]),
    ...(filter.since === undefined ? [] : [`--since=${filter.since}`]),
    ...(filter.until === undefined ? [] : [`--until=${filter.until}`]),
    filter.start,
    "--",
    ...(filter.path === undefined ? [] : [`:(literal)${filter.path}`]),
  ];
  return lines(await mustGit(directory, args));
}

/** Whether everything that the commits refer to is present. A push may name objects that it did not send. */
export async function isConnected(directory: string, commits: readonly string[]): Promise<boolean> {
  return (await runGit(directory, ["rev-list", "--objects", "--quiet", ...commits, "--not", "--all"])).code === 0;
}
