import type { Hub } from "../hub.js";
import { ownerOf } from "../lookup.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

/** The author's relation to the repository, as comments and reviews show it. */
export function authorAssociation(
  hub: Hub,
  repository: RepositoryRecord,
  userId: number,
): Schema<"author-association"> {
  const owner = ownerOf(hub.state, repository);
  if (owner.id === userId) return "OWNER";
  if (owner.memberIds.includes(userId)) return "MEMBER";
  if (repository.collaborators.has(userId)) return "COLLABORATOR";
  return "NONE";
}
