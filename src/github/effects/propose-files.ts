import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, GitHub, PerformContext } from "../client/github.js";
import { keyIn, withKey } from "../commits/commit-key.js";
import { COMMITTED, commitInput, commitOnBranch, headOf, isLarge, readCommit } from "../commits/commit-on-branch.js";
import { haveSameWorkflows } from "../commits/workflow-folders.js";
import { defaultBranchOf } from "../observe/default-branch.js";
import { writeTogether } from "./write-together.js";

type Proposal = EffectOf<"propose-files">;

/** A branch whose last commit has the key, and an open pull request for it. Each step is skipped if it is done. */
export async function proposeFiles(context: PerformContext, proposal: Proposal): Promise<boolean> {
  const attempted = await proposeAtOnce(context, proposal);
  if (attempted === "done") return true;
  // After an incomplete attempt each step is checked.
  const left = attempted === "not-tried" ? context : { ...context, isNew: false };
  if (proposal.once === true && (await pullsOf(left, proposal.branch)).length > 0) return false;
  const head = await ensureBranch(left, proposal);
  const committed = await ensureCommit(left, proposal, head);
  if (committed === "moved") return false;
  const current = committed === "stood" ? head : null;
  return (await ensurePullRequest(left, proposal, current)) || committed === "written";
}

/** Branch, commit and pull request by one request, if none of them can exist yet. */
async function proposeAtOnce(context: PerformContext, proposal: Proposal): Promise<"done" | "tried" | "not-tried"> {
  const { owner, repo, remembered, isNew } = context;
  const { branch, base, files, deletions = [], commitMessage, key, title, body } = proposal;
  const repositoryId = remembered.nodeId({ owner, repo });
  if (!isNew || repositoryId === undefined || isLarge({ files, deletions })) return "not-tried";
  const message = withKey(commitMessage, key);
  const baseRefName = await defaultBranchOf(context);
  const done = (answer: unknown) => context.committed?.({ parent: base, files, deletions, ...readCommit(answer) });
  const [, isCommitted, isOpened] = await writeTogether(context, [
    {
      field: "createRef",
      type: "CreateRefInput",
      input: { repositoryId, name: `refs/heads/${branch}`, oid: base },
      answers: "ref { id }",
      done: () => {},
    },
    {
      field: "createCommitOnBranch",
      type: "CreateCommitOnBranchInput",
      input: commitInput(context, { branch, parent: base, message, files, deletions }),
      answers: COMMITTED,
      done,
    },
    {
      field: "createPullRequest",
      type: "CreatePullRequestInput",
      input: { repositoryId, baseRefName, headRefName: branch, title, body },
      answers: "pullRequest { number }",
      done: (answer) => context.opened?.(branch, Opened.parse(answer).pullRequest.number),
    },
  ]);
  return isCommitted === true && isOpened === true ? "done" : "tried";
}

const Opened = z.object({ pullRequest: z.object({ number: z.number() }) });

async function ensureBranch(context: PerformContext, { branch, base }: Proposal): Promise<Sha> {
  const found = context.isNew ? null : await headOf(context, branch);
  if (found !== null) return found;
  const { owner, repo } = context;
  const ref = `refs/heads/${branch}`;
  try {
    const gitHub = await permittedToStart(context, base);
    await gitHub.request("POST /repos/{owner}/{repo}/git/refs", { owner, repo, ref, sha: base });
    return base;
  } catch (error) {
    // A foreign branch of that name, or an earlier one of ours.
    const current = hasStatus(error, 422) ? await headOf(context, branch) : null;
    if (current === null) throw error;
    return current;
  }
}

/**
 * A branch that starts behind a change of the default branch's workflow files has other ones than it, and needs the
 * permission to write such files. It is requested only then (decisions.md#narrow-tokens).
 */
async function permittedToStart(context: PerformContext, base: Sha): Promise<GitHub> {
  if (await haveSameWorkflows(context, base)) return context.gitHub;
  return context.connect({ contents: "write", workflows: "write" });
}

type Status = "written" | "stood" | "moved";

async function ensureCommit(context: PerformContext, proposal: Proposal, parent: Sha): Promise<Status> {
  const { branch, base, files, deletions = [], commitMessage, key } = proposal;
  // A merged commit has no key of ours; only one on the branch can.
  if (parent !== base && (await keyOf(context, parent)) === key) return "stood";
  const message = withKey(commitMessage, key);
  const result = await commitOnBranch(context, { branch, parent, message, files, deletions });
  if (result.kind === "moved") return "moved";
  context.committed?.({ parent, files, deletions, head: result.head, tree: result.tree });
  return "written";
}

async function keyOf({ gitHub, owner, repo }: PerformContext, commit_sha: Sha): Promise<string | null> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    owner,
    repo,
    commit_sha,
  });
  return keyIn(z.object({ message: z.string() }).parse(data).message);
}

const Pull = z.object({
  number: z.number(),
  state: z.enum(["open", "closed"]),
  merged_at: z.string().nullable(),
  title: z.string(),
  body: z.string().nullable(),
  head: z.object({ sha: Sha }),
});
type Pull = z.infer<typeof Pull>;

/** `standing` is the commit of an earlier try: if it is merged, the caller's observation was stale. */
async function ensurePullRequest(
  context: PerformContext,
  { branch, title, body }: Proposal,
  current: Sha | null,
): Promise<boolean> {
  const { gitHub, owner, repo } = context;
  const pulls = context.isNew ? [] : await pullsOf(context, branch);
  const existing = pulls.find(isOpen);
  if (existing === undefined && pulls.some(({ merged_at, head }) => merged_at !== null && head.sha === current))
    return false;
  if (existing !== undefined) {
    if (existing.title === title && existing.body === body) return false;
    const update = "PATCH /repos/{owner}/{repo}/pulls/{pull_number}";
    await gitHub.request(update, { owner, repo, pull_number: existing.number, title, body });
    return true;
  }
  const base = await defaultBranchOf(context);
  try {
    await gitHub.request("POST /repos/{owner}/{repo}/pulls", { owner, repo, head: branch, base, title, body });
  } catch (error) {
    // A pull request for that branch exists: the next observation shows it.
    if (!hasStatus(error, 422) || !(await pullsOf(context, branch)).some(isOpen)) throw error;
  }
  return true;
}

function isOpen({ state }: Pull): boolean {
  return state === "open";
}

/** The newest pull requests of a branch in any state. */
async function pullsOf({ gitHub, owner, repo }: PerformContext, branch: string): Promise<Pull[]> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    head: `${owner}:${branch}`,
    state: "all",
  });
  return z.array(Pull).parse(data);
}
