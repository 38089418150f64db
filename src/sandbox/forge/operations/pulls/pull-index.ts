/** Open pull requests by head and by base, so that a push finds its own without a search. */
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";

const headKey = (repositoryId: number | null, branch: string) => `${repositoryId}:${branch}`;

export function indexOpenPull(repository: RepositoryRecord, pull: PullRecord): void {
  add(repository.openPullsByHead, headKey(pull.head.repositoryId, pull.head.ref), pull.number);
  add(repository.openPullsByBase, pull.base.ref, pull.number);
}

export function unindexPull(repository: RepositoryRecord, pull: PullRecord): void {
  remove(repository.openPullsByHead, headKey(pull.head.repositoryId, pull.head.ref), pull.number);
  remove(repository.openPullsByBase, pull.base.ref, pull.number);
}

/** Commits that a force push removed stay listed. The caller checks what the pull request has now. */
export function indexCommits(repository: RepositoryRecord, pull: PullRecord, shas: readonly string[]): void {
  for (const sha of shas) add(repository.pullsByCommit, sha, pull.number);
}

export function pullsNaming(repository: RepositoryRecord, sha: string): PullRecord[] {
  return pick(repository, repository.pullsByCommit.get(sha));
}

export function openPullsFrom(repository: RepositoryRecord, headRepositoryId: number, branch: string): PullRecord[] {
  return pick(repository, repository.openPullsByHead.get(headKey(headRepositoryId, branch)));
}

export function openPullsInto(repository: RepositoryRecord, branch: string): PullRecord[] {
  return pick(repository, repository.openPullsByBase.get(branch));
}

function pick(repository: RepositoryRecord, numbers: ReadonlySet<number> | undefined): PullRecord[] {
  return [...(numbers ?? [])].flatMap((number) => repository.pulls.get(number) ?? []);
}

function add(index: Map<string, Set<number>>, key: string, number: number): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set([number]));
  else known.add(number);
}

function remove(index: Map<string, Set<number>>, key: string, number: number): void {
  const known = index.get(key);
  known?.delete(number);
  if (known?.size === 0) index.delete(key);
}
