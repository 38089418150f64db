import type { Acting } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import { validationFailed } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { fullName, installationFor } from "../../lookup.js";
import type { AccountRecord } from "../../records/account.js";
import { emptyRepositoryCollections, type RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { DEFAULT_LABELS } from "../../resources/issue.js";
import { publish } from "../../webhooks/events.js";
import { signatureOfAccount, webFlowSignature } from "../../webhooks/signatures.js";
import { announceRefs } from "../announce/announce-refs.js";
import { announceRepositories } from "./install-app.js";

export type NewRepository = {
  readonly owner: AccountRecord;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly private?: boolean | undefined;
  readonly forkOfId?: number | null;
  /** The files of the first commit. Without files the repository is empty. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Further steps of the creation. */
  readonly fill?: (repository: RepositoryRecord) => Promise<void>;
};

export async function createRepository(hub: Hub, acting: Acting, requested: NewRepository): Promise<RepositoryRecord> {
  const key = `${requested.owner.login}/${requested.name}`.toLowerCase();
  const known = hub.state.repositories.get(hub.state.repositoryNames.get(key) ?? 0);
  if (known !== undefined && fullName(hub.state, known).toLowerCase() === key) {
    const message = "name already exists on this account";
    throw validationFailed({ resource: "Repository", code: "custom", field: "name", message });
  }
  const repository = newRecord(hub, requested);
  return hub.exclusive(repository, async () => {
    await hub.createGit(repository);
    hub.state.repositories.set(repository.id, repository);
    hub.state.repositoryNames.set(key, repository.id);
    await publish(hub, acting, { name: "repository", action: "created", repository, payload: () => ({}) });
    const installation = installationFor(hub.state, repository);
    if (installation !== undefined) {
      announceRepositories(hub, acting, { installation, action: "added", repositories: [repository] });
    }
    if (requested.files !== undefined) await firstCommit(hub, acting, { repository, files: requested.files });
    await requested.fill?.(repository);
    return repository;
  });
}

function newRecord(hub: Hub, requested: NewRepository): RepositoryRecord {
  const now = hub.now();
  const repository: RepositoryRecord = {
    ...emptyRepositoryCollections(),
    id: hub.nextId(),
    ownerId: requested.owner.id,
    name: requested.name,
    description: requested.description ?? null,
    homepage: null,
    private: requested.private ?? false,
    archived: false,
    defaultBranch: "main",
    topics: [],
    settings: {
      allowMergeCommit: true,
      allowSquashMerge: true,
      allowRebaseMerge: true,
      allowAutoMerge: false,
      allowUpdateBranch: false,
      deleteBranchOnMerge: false,
      hasIssues: true,
    },
    forkOfId: requested.forkOfId ?? null,
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
    lastNumber: 0,
    openIssueCount: 0,
  };
  for (const [name, color] of DEFAULT_LABELS) {
    const id = hub.nextId();
    repository.labels.set(id, { id, name, color, description: null });
  }
  return repository;
}

async function firstCommit(
  hub: Hub,
  acting: Acting,
  { repository, files }: { readonly repository: RepositoryRecord; readonly files: Readonly<Record<string, string>> },
): Promise<void> {
  const git = hub.git(repository);
  const paths = Object.keys(files);
  const blobs = await git.writeBlobs(Object.values(files).map((text) => Buffer.from(text)));
  const changes = paths.map((path, index) => ({ path, mode: "100644", sha: blobs[index] ?? null }));
  const after = await git.writeCommit({
    tree: await git.changeTree(null, changes),
    parents: [],
    message: "Initial commit",
    author: signatureOfAccount(acting.user, hub.now()),
    committer: webFlowSignature(hub.now()),
  });
  const update = { ref: branchRef(repository.defaultBranch), before: ZERO_SHA, after };
  await git.updateRefs([update]);
  await announceRefs(hub, acting, repository, [update]);
}
