import type { Permissions } from "../../engine/effects/effect-row.js";
import { type GitHubEffect, permissionsFor } from "../../engine/effects/effect-table.js";
import type { Forge, PendingEffect, Performed, RepositoryRef } from "../../engine/ports.js";
import type { Remembered } from "../cache/remembered.js";
import type { GitHubFor, Mutation } from "../client/github.js";
import { mutationOf } from "./perform.js";
import { writeTogether } from "./write-together.js";

type Folded = { readonly effect: GitHubEffect; readonly mutation: Mutation };

/**
 * Performs effects that need no search by one request, with a token for exactly these; the rest, and what GitHub
 * refused, one by one.
 */
export async function performTogether(
  { gitHubFor, remembered, perform }: Pick<Forge, "perform"> & { gitHubFor: GitHubFor; remembered: Remembered },
  repository: RepositoryRef,
  pending: readonly PendingEffect[],
): Promise<readonly Performed[]> {
  const { owner, name: repo } = repository;
  const folded = pending.flatMap(({ effect, due: { isNew } }): Folded[] => {
    if (effect.kind === "examine") return [];
    const mutation = mutationOf({ owner, repo, remembered, isNew }, effect);
    return mutation === undefined ? [] : [{ effect, mutation }];
  });
  const isDone =
    folded.length < 2 ? new Map<PendingEffect["effect"], boolean>() : await write(gitHubFor, repository, folded);
  const performed: Performed[] = [];
  for (const { effect, due } of pending) {
    const done = isDone.get(effect);
    // A refused effect is searched for, because it may have been performed partly.
    const left = done === undefined ? due : { isNew: false };
    performed.push(done === true || (await perform(repository, effect, left)));
  }
  return performed;
}

async function write(gitHubFor: GitHubFor, repository: RepositoryRef, folded: readonly Folded[]) {
  const needs: Permissions = Object.assign({}, ...folded.map(({ effect }) => permissionsFor(effect)));
  const gitHub = await gitHubFor(repository, needs);
  const done = await writeTogether(
    { gitHub },
    folded.map(({ mutation }) => mutation),
  );
  return new Map<PendingEffect["effect"], boolean>(folded.map(({ effect }, index) => [effect, done[index] === true]));
}
