import type { Acting } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import { mustGit } from "../../git/run-git.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf } from "../../ref-names.js";
import { publish } from "../../webhooks/events.js";
import { createRepository } from "./create-repository.js";

/** Deletes a repository. Its name is free again, and pull requests from it show no repository. */
export async function deleteRepository(hub: Hub, acting: Acting, repository: RepositoryRecord): Promise<void> {
  await publish(hub, acting, { name: "repository", action: "deleted", repository, payload: () => ({}) });
  for (const [name, id] of hub.state.repositoryNames) {
    if (id === repository.id) hub.state.repositoryNames.delete(name);
  }
  for (const installation of hub.state.installations.values()) {
    installation.repositoryIds = installation.repositoryIds.filter((id) => id !== repository.id);
  }
  hub.state.repositories.delete(repository.id);
  await hub.dropGit(repository);
}

/** Copies every branch to the caller's account. A second request returns the existing fork. */
export async function forkRepository(hub: Hub, acting: Acting, parent: RepositoryRecord): Promise<RepositoryRecord> {
  for (const known of hub.state.repositories.values()) {
    if (known.forkOfId === parent.id && known.ownerId === acting.user.id) return known;
  }
  return createRepository(hub, acting, {
    owner: acting.user,
    name: parent.name,
    description: parent.description,
    private: parent.private,
    forkOfId: parent.id,
    fill: (fork) => copyBranches(hub, parent, fork),
  });
}

async function copyBranches(hub: Hub, parent: RepositoryRecord, fork: RepositoryRecord): Promise<void> {
  fork.defaultBranch = parent.defaultBranch;
  const git = hub.git(fork);
  await git.setHead(parent.defaultBranch);
  await mustGit(git.directory, [
    "fetch",
    "--quiet",
    "--no-write-fetch-head",
    hub.git(parent).directory,
    ...branches(hub, parent),
  ]);
  const updates = [...hub.git(parent).refs]
    .filter(([ref]) => branchOf(ref) !== undefined)
    .map(([ref, after]) => ({ ref, before: ZERO_SHA, after }));
  await git.updateRefs(updates);
  for (const { ref, after } of updates) fork.refs.set(ref, after);
}

function branches(hub: Hub, repository: RepositoryRecord): string[] {
  return [...hub.git(repository).refs.keys()].filter((ref) => branchOf(ref) !== undefined);
}
