/** Finds a repository by name or global id. A repository that the caller cannot see does not exist for them. */
import { checkRepositoryAccess } from "../http/access.js";
import { GitHubError } from "../http/errors.js";
import { findRepository } from "../lookup.js";
import { type NodeId, parseNodeId } from "../node-id.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Asking, Place } from "./asking.js";
import { notANode, unresolvable } from "./graphql-refusal.js";
import { placeOf } from "./nodes/repository-node.js";

export function placeByName(asking: Asking, owner: string, name: string): Place {
  const repository = findRepository(asking.hub.state, owner, name);
  if (repository === undefined || !isVisible(asking, repository)) {
    throw unresolvable(`a Repository with the name '${owner}/${name}'`);
  }
  return placeOf(asking, repository);
}

/** The id of an object in a repository begins with the repository's id. */
export function placeById(asking: Asking, id: string): { readonly place: Place; readonly parsed: NodeId } {
  const parsed = parseNodeId(id);
  const repository = asking.hub.state.repositories.get(Number(parsed?.ids[0]));
  if (parsed === undefined || repository === undefined || !isVisible(asking, repository)) throw notANode(id);
  return { place: placeOf(asking, repository), parsed };
}

function isVisible({ hub, caller }: Asking, repository: RepositoryRecord): boolean {
  try {
    checkRepositoryAccess(hub, caller, {
      repository,
      access: { permissions: ["metadata:read"], role: "read" },
      reads: true,
    });
    return true;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return false;
    throw error;
  }
}
