import type { DeleteIssueInput } from "@octokit/graphql-schema";
import { deleteIssue as deleteForGood } from "../../operations/issues/delete-issue.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { notANode } from "../graphql-refusal.js";
import { repositoryNode } from "../nodes/repository-node.js";

const ADMIN = { permissions: ["issues:write"], role: "admin" } as const;

/** Only GraphQL can delete issues. Pull requests cannot be deleted. */
export async function deleteIssue(asking: Asking, { issueId }: DeleteIssueInput): Promise<object> {
  const { place, parsed } = placeById(asking, issueId);
  const { hub, repository } = place;
  const issue = parsed.type === "Issue" ? repository.issues.get(Number(parsed.ids[1])) : undefined;
  if (issue === undefined || issue.isPull) throw notANode(issueId);
  return changeRepository(place, ADMIN, async (acting) => {
    await deleteForGood(hub, acting, { repository, issue });
    return { repository: () => repositoryNode(place) };
  });
}
