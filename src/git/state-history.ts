import type { Instant, Sha } from "../domain/ids.js";
import { readObjects } from "./read-objects.js";
import { runGit } from "./run-git.js";

/** One commit of the state branch with the files that were asked for. */
export type StateCommitFiles = {
  readonly sha: Sha;
  readonly at: Instant;
  readonly subject: string;
  readonly files: ReadonlyMap<string, string>;
};

/** So many commits' files are held at once. */
const CHUNK = 100;

/** The head of the state branch: the local branch, or what was last fetched of it. Null when there is none. */
export async function findStateHead(gitDirectory: string, branch: string): Promise<Sha | null> {
  for (const ref of [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]) {
    const { code, stdout } = await runGit([
      `--git-dir=${gitDirectory}`,
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${ref}^{commit}`,
    ]);
    if (code === 0) return stdout.toString("utf8").trim();
  }
  return null;
}

/** The branches by name, local ones and those that were last fetched. */
export async function listBranches(gitDirectory: string): Promise<string[]> {
  const { code, stdout, stderr } = await runGit([
    `--git-dir=${gitDirectory}`,
    "for-each-ref",
    "--format=%(refname)",
    "refs/heads/",
    "refs/remotes/origin/",
  ]);
  if (code !== 0) throw new Error(`git for-each-ref failed: ${stderr}`);
  const names = stdout.toString("utf8").split("\n");
  return [...new Set(names.map((ref) => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, "")))].filter(
    (name) => name !== "",
  );
}

/** Every commit from the first to the head, along first parents: the loop only ever appends. */
export async function* stateHistory(
  gitDirectory: string,
  head: Sha,
  paths: readonly string[],
): AsyncGenerator<StateCommitFiles> {
  const { code, stdout, stderr } = await runGit([
    `--git-dir=${gitDirectory}`,
    "log",
    "--reverse",
    "--first-parent",
    "--format=%H%x09%ct%x09%s",
    head,
    "--",
  ]);
  if (code !== 0) throw new Error(`git log failed: ${stderr}`);
  const lines = stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  for (let start = 0; start < lines.length; start += CHUNK) {
    const commits = lines.slice(start, start + CHUNK).map(readLine);
    const objects = await readObjects(
      gitDirectory,
      commits.flatMap(({ sha }) => paths.map((path) => `${sha}:${path}`)),
    );
    for (const commit of commits) {
      const files = paths.flatMap((path) => {
        const text = objects.get(`${commit.sha}:${path}`);
        return text === undefined ? [] : [[path, text] as const];
      });
      yield { ...commit, files: new Map(files) };
    }
  }
}

function readLine(line: string): Omit<StateCommitFiles, "files"> {
  const [sha = "", seconds = "0", ...subject] = line.split("\t");
  return { sha, at: new Date(Number(seconds) * 1_000).toISOString(), subject: subject.join("\t") };
}
