import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { Place } from "../client/github.js";
import { commitLargeOnBranch } from "./commit-tree.js";
import { isStaleData } from "./stale-data.js";

/** One more commit on a branch, on exactly this parent. */
export type BranchCommit = {
  readonly branch: string;
  readonly parent: Sha;
  readonly message: string;
  readonly files: readonly FileToWrite[];
  readonly deletions: readonly string[];
};

/** `moved`: the branch is not at the parent any more, and nothing was written. */
export type BranchCommitResult =
  | { readonly kind: "committed"; readonly head: Sha; readonly tree: Sha }
  | { readonly kind: "moved" };

/** The requested fields of a commit. */
export const COMMITTED = "commit { oid tree { oid } }";
const Committed = z.object({ commit: z.object({ oid: Sha, tree: z.object({ oid: Sha }) }) });
const Answer = z.object({ createCommitOnBranch: z.unknown() });

/** The new commit and its tree. */
export function readCommit(answer: unknown): { readonly head: Sha; readonly tree: Sha } {
  const { oid: head, tree } = Committed.parse(answer).commit;
  return { head, tree: tree.oid };
}

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { ${COMMITTED} }
}`;

/** The limit of files in one request; more are written as a tree (decisions.md#compare-and-swap-commits). */
const MAX_FILES = 100;
/** A ref that was just written may be visible late: then the same write is repeated after these pauses. */
const REPEAT_AFTER_MS = [200, 800] as const;

/**
 * Compare-and-swap: a lost race writes nothing. The caller observes and decides again, and never repeats only the
 * write.
 */
export async function commitOnBranch(place: Place, commit: BranchCommit): Promise<BranchCommitResult> {
  if (isLarge(commit)) return commitLargeOnBranch(place, commit);
  for (const wait of [...REPEAT_AFTER_MS, null]) {
    try {
      const answer = await place.gitHub.graphql(COMMIT, { input: commitInput(place, commit) });
      return { kind: "committed", ...readCommit(Answer.parse(answer).createCommitOnBranch) };
    } catch (error) {
      if (!isStaleData(error)) throw error;
      // The write is repeated only if a lagging ref still shows the expected head.
      if (wait === null || (await headOf(place, commit.branch)) !== commit.parent) return { kind: "moved" };
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return { kind: "moved" };
}

/** Whether it is too large for one mutation. */
export function isLarge({ files, deletions }: Pick<BranchCommit, "files" | "deletions">): boolean {
  return files.length + deletions.length > MAX_FILES;
}

/** The input of `createCommitOnBranch`. */
export function commitInput(
  { owner, repo }: Pick<Place, "owner" | "repo">,
  { branch, parent, message, files, deletions }: BranchCommit,
) {
  const [headline = "", ...body] = message.split("\n");
  return {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
    expectedHeadOid: parent,
    message: { headline, body: body.join("\n").trim() },
    fileChanges: {
      additions: files.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString("base64") })),
      deletions: deletions.map((path) => ({ path })),
    },
  };
}

const Refs = z.array(z.object({ ref: z.string(), object: z.object({ sha: Sha }) }));

/** Queried by prefix, because a missing branch is no error. */
export async function headOf({ gitHub, owner, repo }: Place, branch: string): Promise<Sha | null> {
  const list = "GET /repos/{owner}/{repo}/git/matching-refs/{ref}";
  const { data } = await gitHub.request(list, { owner, repo, ref: `heads/${branch}` });
  return Refs.parse(data).find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha ?? null;
}
