/** Single facts about GitHub that no story shows by itself: a lost race, and what a person's squash writes. */
import { z } from "zod";
import { type Conform, differed, lastExchange, passed, type Step } from "./step.js";

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }`;
const Made = z.object({ createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }) }) });
const Refused = z.object({
  errors: z.array(z.looseObject({ type: z.string().optional(), message: z.string() })).min(1),
});

export const raceStep: Step = {
  key: "race",
  title: "A push in the middle of a commit",
  isNeeded: false,
  async run(conform) {
    const branch = "conform/race";
    const first = await branchHere(conform, branch);
    const pushed = await commit(conform, { branch, head: first, path: "race.txt", text: "pushed by a person\n" });
    if (pushed.oid === null) return differed("a commit on the branch's head", pushed.words, lastExchange(conform));
    const late = await commit(conform, { branch, head: first, path: "late.txt", text: "made on the old head\n" });
    const { data } = await conform.gitHub.rest.git.getRef({ ...conform.at, ref: `heads/${branch}` });
    if (late.oid !== null || data.object.sha !== pushed.oid)
      return differed("that a commit on the old head is refused", "that it was made", lastExchange(conform));
    return late.type === "STALE_DATA"
      ? passed("a commit on the old head is refused as STALE_DATA, and the branch stays as it was pushed")
      : differed("an error of type STALE_DATA", `${late.type ?? "no type"}: ${late.words}`, graphql(conform));
  },
};

export const squashStep: Step = {
  key: "squash",
  title: "A squash merge by a person",
  isNeeded: false,
  async run(conform) {
    const { gitHub, at } = conform;
    const branch = "conform/squash";
    const first = await branchHere(conform, branch);
    const one = await commit(conform, { branch, head: first, path: "one.txt", text: "1\n", message: "One [skip ci]" });
    const two = await commit(conform, { branch, head: one.oid ?? "", path: "two.txt", text: "2\n", message: "Two" });
    if (two.oid === null) return differed("two commits", one.oid === null ? one.words : two.words, graphql(conform));
    const base = await defaultBranch(conform);
    const title = "Merge by squash";
    const { data: pull } = await gitHub.rest.pulls.create({ ...at, head: branch, base, title });
    // As the button does: without words of one's own.
    const merge = { ...at, pull_number: pull.number, merge_method: "squash" } as const;
    const { data: merged } = await conform.wait("the merge of a pull request of two commits", () =>
      gitHub.rest.pulls.merge(merge).catch((error: { status?: number }) => {
        // GitHub computes mergeability first, and answers 405 until then.
        if (error.status === 405) return undefined;
        throw error;
      }),
    );
    const { data } = await gitHub.rest.git.getCommit({ ...at, commit_sha: merged.sha });
    return data.message.includes("[skip ci]")
      ? passed("its message has the messages of all commits, so a [skip ci] among them would switch CI off")
      : passed("its message is made of the pull request alone: this repository's settings say so");
  },
};

async function defaultBranch({ gitHub, at }: Conform): Promise<string> {
  return (await gitHub.rest.repos.get(at)).data.default_branch;
}

/** A new branch at the default branch's head. */
async function branchHere(conform: Conform, branch: string): Promise<string> {
  const { gitHub, at } = conform;
  const { data } = await gitHub.rest.git.getRef({ ...at, ref: `heads/${await defaultBranch(conform)}` });
  await gitHub.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.object.sha });
  return data.object.sha;
}

type Change = {
  readonly branch: string;
  readonly head: string;
  readonly path: string;
  readonly text: string;
  readonly message?: string;
};
type Committed = { readonly oid: string | null; readonly type: string | undefined; readonly words: string };

/** A refusal of GraphQL is an answer with errors, which its client throws. */
async function commit({ gitHub, at }: Conform, { branch, head, path, text, message }: Change): Promise<Committed> {
  const input = {
    branch: { repositoryNameWithOwner: `${at.owner}/${at.repo}`, branchName: branch },
    expectedHeadOid: head,
    message: { headline: message ?? `Write ${path}` },
    fileChanges: { additions: [{ path, contents: Buffer.from(text).toString("base64") }] },
  };
  try {
    const { createCommitOnBranch } = Made.parse(await gitHub.graphql(COMMIT, { input }));
    return { oid: createCommitOnBranch.commit.oid, type: undefined, words: "" };
  } catch (error) {
    const refused = Refused.safeParse(error);
    if (!refused.success) throw error;
    const { errors } = refused.data;
    return { oid: null, type: errors[0]?.type, words: errors.map(({ message: words }) => words).join("; ") };
  }
}

const graphql = (conform: Conform) => lastExchange(conform, ({ path }) => path === "/graphql");
