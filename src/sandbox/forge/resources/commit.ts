import type { FileDiff } from "../git/diff.js";
import type { Commit, Signature } from "../git/objects.js";
import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { AccountRecord } from "../records/account.js";
import type { RepositoryRecord } from "../records/repository.js";
import { noreplyOwner } from "../webhooks/signatures.js";
import { simpleUser } from "./account.js";
import type { Schema } from "./schemas.js";

const person = ({ name, email, date }: Signature) => ({ name, email, date });

/** The forge has no signing keys. Commits of its App and its web editor count as verified; all others are unsigned. */
export function verification(commit: Commit): Schema<"verification"> {
  const verified = commit.committer.email === "noreply@github.com" && commit.committer.name === "GitHub";
  return {
    verified,
    reason: verified ? "valid" : "unsigned",
    signature: null,
    payload: null,
    verified_at: verified ? commit.committer.date : null,
  };
}

/** The account with the email address of a signature. */
export function accountOfSignature(hub: Hub, { email }: Signature): AccountRecord | undefined {
  const requested = email.toLowerCase();
  const owner = noreplyOwner(requested);
  if (owner !== undefined) return hub.state.accounts.get(owner);
  for (const account of hub.state.accounts.values()) if (account.email?.toLowerCase() === requested) return account;
  return undefined;
}

/** `git/commits`: the commit as git stores it. */
export function gitCommitJson(hub: Hub, repository: RepositoryRecord, commit: Commit): Schema<"git-commit"> {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", repository.id, commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: hub.urls.html(`/${name}/commit/${commit.sha}`),
    author: person(commit.author),
    committer: person(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/git/commits/${sha}`,
      html_url: hub.urls.html(`/${name}/commit/${sha}`),
    })),
    verification: verification(commit),
  };
}

/** `commits`: with the accounts of author and committer. */
export function commitJson(hub: Hub, repository: RepositoryRecord, commit: Commit) {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const account = (signature: Signature) => {
    const found = accountOfSignature(hub, signature);
    return found === undefined ? null : simpleUser(hub, found);
  };
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", repository.id, commit.sha),
    url: `${api}/commits/${commit.sha}`,
    html_url: hub.urls.html(`/${name}/commit/${commit.sha}`),
    comments_url: `${api}/commits/${commit.sha}/comments`,
    commit: {
      url: `${api}/git/commits/${commit.sha}`,
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      verification: verification(commit),
    },
    author: account(commit.author),
    committer: account(commit.committer),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: hub.urls.html(`/${name}/commit/${sha}`),
    })),
  } satisfies Schema<"commit">;
}

export function diffEntry(
  hub: Hub,
  repository: RepositoryRecord,
  at: { readonly file: FileDiff; readonly sha: string },
): Schema<"diff-entry"> {
  const { file, sha } = at;
  const name = fullName(hub.state, repository);
  const path = file.filename.split("/").map(encodeURIComponent).join("/");
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: hub.urls.html(`/${name}/blob/${sha}/${path}`),
    raw_url: hub.urls.html(`/${name}/raw/${sha}/${path}`),
    contents_url: hub.urls.api(`/repos/${name}/contents/${path}?ref=${sha}`),
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousFilename === null ? {} : { previous_filename: file.previousFilename }),
  };
}
