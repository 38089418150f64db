/**
 * Updates several refs, all or none. Zeros before: the ref must not exist. Zeros after: the ref is deleted
 * (decisions.md#github-compare-and-swap).
 */
import type { RefUpdate, UpdateRefsInput } from "@octokit/graphql-schema";
import { ZERO_SHA } from "../../git/git-repository.js";
import { applyRefUpdates, type RequestedUpdate } from "../../operations/repository/apply-ref-updates.js";
import { branchOf, isValidRef, tagOf } from "../../ref-names.js";
import type { Asking, Place } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";

const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export async function updateRefs(asking: Asking, { repositoryId, refUpdates }: UpdateRefsInput): Promise<object> {
  const { place, parsed } = placeById(asking, repositoryId);
  if (parsed.type !== "Repository") throw notANode(repositoryId);
  return changeRepository(place, WRITE, async (acting) => {
    refuseRepeated(refUpdates.map(({ name }) => String(name)));
    const updates: RequestedUpdate[] = [];
    for (const update of refUpdates) updates.push(await checkedUpdate(place, update));
    // A ref that does not move is only a condition.
    await applyRefUpdates(
      place.hub,
      acting,
      place.repository,
      updates.filter(({ before, after }) => before !== after),
    );
    return {};
  });
}

function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new GraphqlRefusal("UNPROCESSABLE", `${repeated} is updated more than once.`);
}

async function checkedUpdate({ git }: Place, update: RefUpdate): Promise<RequestedUpdate> {
  const ref = String(update.name);
  const after = String(update.afterOid);
  if (!isValidRef(ref) || (branchOf(ref) ?? tagOf(ref)) === undefined) {
    throw new GraphqlRefusal("UNPROCESSABLE", `${ref} is not a branch or tag: a fully qualified name is needed.`);
  }
  const before = git.refs.get(ref) ?? ZERO_SHA;
  if (update.beforeOid != null && update.beforeOid !== before) {
    // Not STALE_DATA: GitHub documents that type for commits only, so callers must not rely on it here.
    throw new GraphqlRefusal("UNPROCESSABLE", `Reference cannot be updated: ${ref} is not at ${update.beforeOid}.`);
  }
  if (after !== ZERO_SHA) await requireObject(git, ref, after);
  return { ref, before, after, force: update.force ?? false };
}

/** A branch must name a commit. A tag may name any object. */
export async function requireObject(git: Place["git"], ref: string, oid: string): Promise<void> {
  const info = /^[0-9a-f]{40}$/.test(oid) ? await git.info(oid) : undefined;
  if (info === undefined) throw new GraphqlRefusal("UNPROCESSABLE", `Object ${oid} does not exist.`);
  if (branchOf(ref) !== undefined && info.type !== "commit") {
    throw new GraphqlRefusal("UNPROCESSABLE", `${ref} cannot point to ${oid}: it is a ${info.type}, not a commit.`);
  }
}
