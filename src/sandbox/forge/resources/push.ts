import { type ChangedPaths, changedPaths } from "../git/changed-paths.js";
import { type GitRepository, type RefUpdate, ZERO_SHA } from "../git/git-repository.js";
import { isAncestor, straightLine } from "../git/history.js";
import type { Commit } from "../git/objects.js";
import { mustGit } from "../git/run-git.js";
import type { Hub } from "../hub.js";
import { fullName, ownerOf } from "../lookup.js";
import type { AccountRecord } from "../records/account.js";
import type { RepositoryRecord } from "../records/repository.js";
import { branchRef } from "../ref-names.js";
import { accountOfSignature } from "./commit.js";
import { repositoryJson } from "./repository.js";

/** The number of commits that a push lists. */
const COMMITS_LISTED = 2048;

export async function pushPayload(
  hub: Hub,
  repository: RepositoryRecord,
  push: { readonly update: RefUpdate; readonly pusher: AccountRecord },
) {
  const { ref, before, after } = push.update;
  const git = hub.git(repository);
  const created = before === ZERO_SHA;
  const deleted = after === ZERO_SHA;
  const commits = deleted ? [] : await newCommits(hub, repository, push.update);
  const head = deleted ? undefined : await git.commit(after);
  const page = hub.urls.html(`/${fullName(hub.state, repository)}`);
  const json = repositoryJson(hub, repository);
  const owner = ownerOf(hub.state, repository);
  return {
    ref,
    before,
    after,
    base_ref: null,
    created,
    deleted,
    forced: !created && !deleted && !(await isAncestor(git, before, after)),
    compare: created || deleted ? `${page}/commit/${deleted ? before : after}` : `${page}/compare/${before}...${after}`,
    commits: commits.map(({ commit, files }) => pushCommit(hub, { page, commit, files })),
    head_commit:
      head === undefined ? null : pushCommit(hub, { page, commit: head, files: commits.at(-1)?.files ?? NO_FILES }),
    pusher: { name: push.pusher.login, email: push.pusher.email ?? `${push.pusher.login}@users.noreply.github.com` },
    repository: {
      ...json,
      owner: { ...json.owner, name: owner.login, email: owner.email },
      created_at: Math.floor(Date.parse(repository.createdAt) / 1000),
      pushed_at: Math.floor(Date.parse(repository.pushedAt) / 1000),
      stargazers: 0,
      master_branch: repository.defaultBranch,
      ...(owner.type === "Organization" ? { organization: owner.login } : {}),
    },
  };
}

type PushedCommit = { readonly commit: Commit; readonly files: ChangedPaths };
const NO_FILES: ChangedPaths = { added: [], removed: [], modified: [] };

/** A new branch lists the commits that the default branch lacks. */
async function newCommits(hub: Hub, repository: RepositoryRecord, update: RefUpdate): Promise<PushedCommit[]> {
  const git = hub.git(repository);
  const defaultTip = git.refs.get(branchRef(repository.defaultBranch));
  const isDefault = update.ref === branchRef(repository.defaultBranch);
  const base = update.before !== ZERO_SHA ? update.before : isDefault ? undefined : defaultTip;
  const line = base === undefined ? undefined : await straightLine(git, base, update.after);
  return line === undefined ? readNewCommits(git, update.after, base) : readLine(git, line);
}

/** Commits one after the other. They need no process. */
async function readLine(git: GitRepository, line: readonly string[]): Promise<PushedCommit[]> {
  const pushed: PushedCommit[] = [];
  for (const sha of line) {
    const commit = await git.commit(sha);
    const parent = await git.commit(commit?.parents[0] ?? "");
    if (commit === undefined) continue;
    pushed.push({ commit, files: await changedPaths(git.tree, parent?.tree, commit.tree) });
  }
  return pushed;
}

/** One process reads all commits and their files. */
async function readNewCommits(git: GitRepository, after: string, base: string | undefined): Promise<PushedCommit[]> {
  const args = ["log", "--reverse", "--topo-order", "--name-status", "--no-renames", "-z", "--format=%x01%H"];
  const text = await mustGit(git.directory, [
    ...args,
    `--max-count=${COMMITS_LISTED}`,
    after,
    ...(base === undefined ? [] : [`^${base}`]),
  ]);
  const pushed: PushedCommit[] = [];
  for (const record of text.split("\u0001").slice(1)) {
    const [sha = "", ...fields] = record.replace(/^([0-9a-f]{40})\0*\n?/, "$1\0").split("\0");
    const commit = await git.commit(sha);
    if (commit !== undefined) pushed.push({ commit, files: changedFiles(fields) });
  }
  return pushed;
}

/** `M`, path, `A`, path … */
function changedFiles(fields: readonly string[]): ChangedPaths {
  const files: ChangedPaths = { added: [], removed: [], modified: [] };
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const letter = (fields[at] ?? "").trim();
    const path = fields[at + 1] ?? "";
    if (letter === "A") files.added.push(path);
    else if (letter === "D") files.removed.push(path);
    else if (letter !== "") files.modified.push(path);
  }
  return files;
}

function pushCommit(hub: Hub, { page, commit, files }: PushedCommit & { readonly page: string }) {
  const person = ({ name, email, date }: Commit["author"]) => {
    const account = accountOfSignature(hub, { name, email, date, offset: "" });
    return { name, email, date, ...(account === undefined ? {} : { username: account.login }) };
  };
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${page}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    ...files,
  };
}
