/**
 * A forge that died between moving a ref and saving its memory left git ahead. At start the difference is announced, so
 * that no push is ever without its events.
 */
import { ACTIONS_BOT, type Acting, actingAs } from "../context.js";
import { type RefUpdate, ZERO_SHA } from "../git/git-repository.js";
import type { Hub } from "../hub.js";
import { findAccount } from "../lookup.js";
import type { RepositoryRecord } from "../records/repository.js";
import { branchOf, tagOf } from "../ref-names.js";
import { announceRefs } from "./announce-refs.js";

export async function announceStrayRefs(hub: Hub): Promise<void> {
  for (const repository of hub.state.repositories.values()) {
    const strays = strayRefs(hub, repository);
    if (strays.length > 0) await announceRefs(hub, nobodyInParticular(hub), repository, strays);
  }
}

function strayRefs(hub: Hub, repository: RepositoryRecord): RefUpdate[] {
  const { refs } = hub.git(repository);
  const names = [...new Set([...refs.keys(), ...repository.refs.keys()])];
  return names
    .filter((ref) => branchOf(ref) !== undefined || tagOf(ref) !== undefined)
    .map((ref) => ({ ref, before: repository.refs.get(ref) ?? ZERO_SHA, after: refs.get(ref) ?? ZERO_SHA }))
    .filter(({ before, after }) => before !== after);
}

function nobodyInParticular(hub: Hub): Acting {
  const user = findAccount(hub.state, ACTIONS_BOT);
  if (user === undefined) throw new Error(`${ACTIONS_BOT} is missing`);
  return actingAs({ kind: "user", user, scopes: [] }, Promise.resolve());
}
