import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { runGit } from "../git/run-git.js";

/** A repository in a folder, as its last commit has it: what is not committed stays there. */
export type LocalRepository = {
  /** The git directory, absolute. */
  readonly directory: string;
  readonly name: string;
  /** What is checked out; the local GitHub makes it the default branch. */
  readonly branch: string;
  /** The commit of that branch, and every tag with its object. */
  readonly head: string;
  readonly tags: readonly (readonly [ref: string, sha: string])[];
  /** Whether something in the folder is not committed. */
  readonly isDirty: boolean;
};

export async function readLocalRepository(folder: string): Promise<Outcome<LocalRepository>> {
  const git = (...args: string[]) => runGit(["-C", folder, ...args]);
  const directory = await git("rev-parse", "--absolute-git-dir");
  if (directory.code !== 0)
    return refuse(
      "no-repository",
      `${folder} is no git repository. Name a folder that you have cloned or committed in.`,
    );
  const head = await git("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (head.code !== 0) return refuse("no-commit", `${folder} has no commit yet. Commit something first.`);
  if (text(await git("rev-parse", "--is-shallow-repository")) === "true")
    return refuse("shallow", `${folder} is a shallow clone. Run \`git fetch --unshallow\` there first.`);
  const branch = await git("symbolic-ref", "--quiet", "--short", "HEAD");
  const tags = text(await git("for-each-ref", "--format=%(refname) %(objectname)", "refs/tags"));
  const root = await git("rev-parse", "--show-toplevel");
  return accept({
    directory: text(directory),
    name: nameOf(await realpath(root.code === 0 ? text(root) : folder)),
    branch: branch.code === 0 ? text(branch) : "main",
    head: text(head),
    tags: tags === "" ? [] : tags.split("\n").map((line) => pairOf(line.split(" "))),
    isDirty: text(await git("status", "--porcelain")) !== "",
  });
}

const text = ({ stdout }: { readonly stdout: Buffer }): string => stdout.toString("utf8").trim();

const pairOf = ([ref = "", sha = ""]: readonly string[]) => [ref, sha] as const;

/** GitHub allows these characters in a repository's name, and no others. */
const nameOf = (path: string): string => basename(path, ".git").replaceAll(/[^\w.-]+/g, "-") || "product";
