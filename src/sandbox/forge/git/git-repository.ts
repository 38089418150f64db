/**
 * One bare repository. A long-lived git process reads its objects. Refs come from memory, because every change
 * of a ref goes through `updateRefs` under the repository's mutex. History, diffs and merges are in the neighbouring
 * files.
 */
import { mkdir, rm } from "node:fs/promises";
import { changeTree, type PathChange } from "./change-tree.js";
import { createLineProcess } from "./line-process.js";
import { createObjectReader, type GitObjectInfo } from "./object-reader.js";
import { createObjectWriter } from "./object-writer.js";
import {
  type Commit,
  formatSignature,
  parseCommit,
  parseTag,
  parseTree,
  type Signature,
  type Tag,
  type TreeEntry,
} from "./objects.js";
import { rememberObjects } from "./remember-objects.js";
import { mustGit } from "./run-git.js";

export const ZERO_SHA = "0".repeat(40);
const PACK_REFS_EVERY = 200;
const COMMITS_REMEMBERED = 5000;
const ANSWERS_REMEMBERED = 2000;
const TREES_REMEMBERED = 2000;
const INFOS_REMEMBERED = 10_000;
const BLOBS_REMEMBERED = 500;
const SMALL_BYTES = 32_768;

export type RefUpdate = { readonly ref: string; readonly before: string; readonly after: string };
export type NewCommit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
};
export type NewTag = Omit<Tag, "sha" | "tagger"> & { readonly tagger: Signature };

export type GitRepository = Awaited<ReturnType<typeof openGitRepository>>;

export async function createBareRepository(directory: string, defaultBranch: string): Promise<void> {
  // A forge that was killed during creation leaves the folder behind, and the id is used again.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await mustGit(directory, ["init", "--quiet", "--bare", `--initial-branch=${defaultBranch}`, "."]);
}

export async function openGitRepository(directory: string) {
  const reader = createObjectReader(directory);
  const writer = createObjectWriter(directory);
  const refUpdater = createLineProcess(directory, ["update-ref", "--stdin", "-z"]);
  const refs = await readRefs(directory);
  const commits = new Map<string, Commit>();
  const trees = rememberObjects<readonly TreeEntry[]>({ count: TREES_REMEMBERED });
  const infos = rememberObjects<GitObjectInfo>({ count: INFOS_REMEMBERED });
  const blobs = rememberObjects<Buffer>({ count: BLOBS_REMEMBERED, fits: ({ length }) => length <= SMALL_BYTES });
  const answers = new Map<string, Promise<unknown>>();
  let updatesSincePack = 0;
  let updating: Promise<boolean> = Promise.resolve(true);

  const typed = async <T>(sha: string, type: string, parse: (sha: string, content: Buffer) => T) => {
    const object = await reader.read(sha);
    return object?.type === type ? parse(object.sha, object.content) : undefined;
  };
  const tree = (sha: string): Promise<readonly TreeEntry[] | undefined> =>
    trees.get(sha, () => typed(sha, "tree", (_sha, content) => parseTree(content)));

  const updateRefs = async (updates: readonly RefUpdate[]): Promise<boolean> => {
    if (updates.length === 0) return true;
    const lines = updates.map(({ ref, before, after }) =>
      after === ZERO_SHA ? `delete ${ref}\0${before}\0` : `update ${ref}\0${after}\0${before}\0`,
    );
    // git answers `start` and `commit` with one line each. It exits after a refusal, and the next update starts it
    // again.
    const started = refUpdater.ask("start\0").catch(() => "");
    const committed = refUpdater.ask(`${lines.join("")}commit\0`).catch(() => "");
    if (`${await started} ${await committed}` !== "start: ok commit: ok") return false;
    for (const { ref, after } of updates) {
      if (after === ZERO_SHA) refs.delete(ref);
      else refs.set(ref, after);
    }
    updatesSincePack += updates.length;
    if (updatesSincePack >= PACK_REFS_EVERY) {
      updatesSincePack = 0;
      await mustGit(directory, ["pack-refs", "--all"]);
    }
    return true;
  };

  return {
    directory,
    /** Every ref and the object it names (tags are not resolved to their commits). */
    refs: refs as ReadonlyMap<string, string>,

    info: (sha: string): Promise<GitObjectInfo | undefined> => infos.get(sha, () => reader.info(sha)),
    tree,
    blob: (sha: string): Promise<Buffer | undefined> =>
      blobs.get(sha, () => typed(sha, "blob", (_sha, content) => content)),
    tag: (sha: string): Promise<Tag | undefined> => typed(sha, "tag", parseTag),
    async commit(sha: string): Promise<Commit | undefined> {
      const known = commits.get(sha);
      if (known !== undefined) return known;
      const commit = await typed(sha, "commit", parseCommit);
      if (commit === undefined) return undefined;
      if (commits.size >= COMMITS_REMEMBERED) commits.clear();
      commits.set(commit.sha, commit);
      return commit;
    },

    /** Computes an answer that depends on object names alone (a diff, a merge) once. */
    remembered<T>(question: string, compute: () => Promise<T>): Promise<T> {
      const known = answers.get(question) as Promise<T> | undefined;
      if (known !== undefined) return known;
      if (answers.size >= ANSWERS_REMEMBERED) answers.clear();
      const answer = compute();
      answers.set(question, answer);
      answer.catch(() => answers.delete(question));
      return answer;
    },
    isRemembered: (question: string): boolean => answers.has(question),

    writeBlobs: (contents: readonly Buffer[]): Promise<string[]> => Promise.all(contents.map(writer.blob)),
    writeTree: (entries: readonly TreeEntry[]): Promise<string> => writer.tree(entries),
    /** The tree `base` with some changed paths. */
    changeTree: (base: string | null, changes: readonly PathChange[]): Promise<string> =>
      changeTree({ read: tree, write: writer.tree }, base, changes),
    writeCommit: (commit: NewCommit): Promise<string> => writer.object("commit", commitText(commit)),
    writeTag: (tag: NewTag): Promise<string> => writer.object("tag", tagText(tag)),

    /** Updates all refs or none; false if a ref differs from what the caller expected. Updates run one at a time. */
    updateRefs(updates: readonly RefUpdate[]): Promise<boolean> {
      const turn = updating.then(() => updateRefs(updates));
      updating = turn.catch(() => false);
      return turn;
    },

    setHead: (branch: string) => mustGit(directory, ["symbolic-ref", "HEAD", `refs/heads/${branch}`]),
    close: async () => {
      await Promise.all([reader.close(), refUpdater.close()]);
    },
  };
}

function commitText({ tree, parents, message, author, committer }: NewCommit): string {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(author)}`,
    `committer ${formatSignature(committer)}`,
  ];
  return `${lines.join("\n")}\n\n${message.replaceAll("\0", "")}`;
}

function tagText({ object, objectType, tag, tagger, message }: NewTag): string {
  return `object ${object}\ntype ${objectType}\ntag ${tag}\ntagger ${formatSignature(tagger)}\n\n${message}`;
}

async function readRefs(directory: string): Promise<Map<string, string>> {
  const text = await mustGit(directory, ["for-each-ref", "--format=%(refname) %(objectname)"]);
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(0, -41), line.slice(-40)] as const));
}
