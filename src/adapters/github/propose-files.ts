import { z } from "zod";
import type { Effect } from "../../domain/factory/effect.js";
import { Sha } from "../../domain/ids.js";
import { keyIn, withKey } from "./commit-key.js";
import type { Hands } from "./github.js";

type Proposal = Extract<Effect, { kind: "propose-files" }>;

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/** A branch whose last commit carries the key, and an open pull request for it. Each step is skipped when it stands. */
export async function proposeFiles(hands: Hands, proposal: Proposal): Promise<void> {
  const head = await ensureBranch(hands, proposal);
  await ensureCommit(hands, proposal, head);
  await ensurePullRequest(hands, proposal);
}

const Refs = z.array(z.object({ ref: z.string(), object: z.object({ sha: Sha }) }));

/** Asked by prefix, because a branch that is not there yet is no failure. */
async function ensureBranch({ gitHub, owner, repo }: Hands, { branch, base }: Proposal): Promise<Sha> {
  const list = "GET /repos/{owner}/{repo}/git/matching-refs/{ref}";
  const { data } = await gitHub.request(list, { owner, repo, ref: `heads/${branch}` });
  const found = Refs.parse(data).find(({ ref }) => ref === `refs/heads/${branch}`);
  if (found !== undefined) return found.object.sha;
  await gitHub.request("POST /repos/{owner}/{repo}/git/refs", { owner, repo, ref: `refs/heads/${branch}`, sha: base });
  return base;
}

async function ensureCommit({ gitHub, owner, repo }: Hands, proposal: Proposal, head: Sha): Promise<void> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    owner,
    repo,
    commit_sha: head,
  });
  if (keyIn(z.object({ message: z.string() }).parse(data).message) === proposal.key) return;
  const [headline = "", ...body] = withKey(proposal.commitMessage, proposal.key).split("\n");
  await gitHub.graphql(COMMIT, {
    input: {
      branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: proposal.branch },
      expectedHeadOid: head,
      message: { headline, body: body.join("\n").trim() },
      fileChanges: {
        additions: proposal.files.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString("base64") })),
      },
    },
  });
}

const Pulls = z.array(z.object({ number: z.number(), title: z.string(), body: z.string().nullable() }));

async function ensurePullRequest({ gitHub, owner, repo }: Hands, { branch, title, body }: Proposal): Promise<void> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    head: `${owner}:${branch}`,
    state: "open",
  });
  const [existing] = Pulls.parse(data);
  if (existing !== undefined) {
    if (existing.title === title && existing.body === body) return;
    await gitHub.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
      owner,
      repo,
      pull_number: existing.number,
      title,
      body,
    });
    return;
  }
  const repository = await gitHub.request("GET /repos/{owner}/{repo}", { owner, repo });
  const base = z.object({ default_branch: z.string() }).parse(repository.data).default_branch;
  await gitHub.request("POST /repos/{owner}/{repo}/pulls", { owner, repo, head: branch, base, title, body });
}
