import { z } from "zod";
import type { Sha } from "../../../domain/ids.js";
import { keyIn, withKey } from "../commit-key.js";
import { commitOnBranch, headOf } from "../commit-on-branch.js";
import type { EffectOf, Hands } from "../github.js";

type Proposal = EffectOf<"propose-files">;

/** A branch whose last commit carries the key, and an open pull request for it. Each step is skipped when it stands. */
export async function proposeFiles(hands: Hands, proposal: Proposal): Promise<boolean> {
  const head = await ensureBranch(hands, proposal);
  const committed = await ensureCommit(hands, proposal, head);
  return committed === "moved" ? false : (await ensurePullRequest(hands, proposal)) || committed === "written";
}

async function ensureBranch(hands: Hands, { branch, base }: Proposal): Promise<Sha> {
  const { gitHub, owner, repo } = hands;
  const found = await headOf(hands, branch);
  if (found !== null) return found;
  await gitHub.request("POST /repos/{owner}/{repo}/git/refs", { owner, repo, ref: `refs/heads/${branch}`, sha: base });
  return base;
}

type Standing = "written" | "stood" | "moved";

async function ensureCommit(hands: Hands, proposal: Proposal, parent: Sha): Promise<Standing> {
  const { gitHub, owner, repo } = hands;
  const { branch, files, commitMessage, key } = proposal;
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    owner,
    repo,
    commit_sha: parent,
  });
  if (keyIn(z.object({ message: z.string() }).parse(data).message) === key) return "stood";
  const message = withKey(commitMessage, key);
  const { kind } = await commitOnBranch(hands, { branch, parent, message, files, deletions: [] });
  return kind === "moved" ? "moved" : "written";
}

const Pulls = z.array(z.object({ number: z.number(), title: z.string(), body: z.string().nullable() }));

async function ensurePullRequest({ gitHub, owner, repo }: Hands, { branch, title, body }: Proposal): Promise<boolean> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    head: `${owner}:${branch}`,
    state: "open",
  });
  const [existing] = Pulls.parse(data);
  if (existing !== undefined) {
    if (existing.title === title && existing.body === body) return false;
    const update = "PATCH /repos/{owner}/{repo}/pulls/{pull_number}";
    await gitHub.request(update, { owner, repo, pull_number: existing.number, title, body });
    return true;
  }
  const repository = await gitHub.request("GET /repos/{owner}/{repo}", { owner, repo });
  const base = z.object({ default_branch: z.string() }).parse(repository.data).default_branch;
  await gitHub.request("POST /repos/{owner}/{repo}/pulls", { owner, repo, head: branch, base, title, body });
  return true;
}
