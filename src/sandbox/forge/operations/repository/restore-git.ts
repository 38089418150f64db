/**
 * A forge that was killed after it moved a ref and before it saved that has not answered the request. Git is restored
 * to the journal's state, so that the request has had no effect and can be repeated.
 */
import { messageOf } from "../../../../domain/errors.js";
import { endStaleGit } from "../../git/end-stale-git.js";
import { type RequestedRefs, removeLocks, restoreRefs } from "../../git/restore-refs.js";
import type { RepositoryRecord } from "../../records/repository.js";
import type { State } from "../../records/state.js";
import { branchRef, pullHeadRef, pullMergeRef } from "../../ref-names.js";
import { BrokenStore } from "../../store/broken-store.js";

export type GitPlace = {
  readonly directory: string;
  readonly gitDirectory: (repository: RepositoryRecord) => string;
  readonly log: (line: string) => void;
};

export async function restoreGit(state: State, { directory, gitDirectory, log }: GitPlace): Promise<void> {
  await endStaleGit(directory);
  for (const repository of state.repositories.values()) {
    const folder = gitDirectory(repository);
    try {
      await removeLocks(folder);
      for (const { ref, to } of await restoreRefs(folder, requestedRefs(repository)))
        log(
          `${repository.name}: ${to === undefined ? `deleted ${ref}` : `set ${ref} to ${to}`}: the forge was killed while it moved it`,
        );
    } catch (error) {
      throw new BrokenStore(folder, `does not fit the journal: ${messageOf(error)}`, error);
    }
  }
}

function requestedRefs(repository: RepositoryRecord): RequestedRefs {
  const pulls = [...repository.pulls.values()];
  const merges = new Set(pulls.map(({ number }) => pullMergeRef(number)));
  return {
    head: branchRef(repository.defaultBranch),
    refs: new Map([...repository.refs, ...pulls.map(({ number, head }) => [pullHeadRef(number), head.sha] as const)]),
    // A test merge is made again on demand.
    mayStay: (ref) => merges.has(ref),
  };
}
