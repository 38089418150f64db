import type { CreatePullRequestInput } from "@octokit/graphql-schema";
import { checkBody, checkTitle } from "../../http/bodies.js";
import { openPull } from "../../operations/pulls/open-pull.js";
import { branchRef } from "../../ref-names.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { pullNode } from "../nodes/pull-node.js";

const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;

/** GitHub's words where the head was made a moment ago. The field is answered, and what it should hold is null. */
function unseen({ baseRefName, headRefName }: CreatePullRequestInput): () => never {
  const words = `Head sha can't be blank, No commits between ${baseRefName} and ${headRefName}, Head ref must be a branch`;
  return () => {
    throw new GraphqlRefusal("UNPROCESSABLE", words);
  };
}

/** Opens a pull request from a branch of the same repository. */
export async function createPullRequest(asking: Asking, input: CreatePullRequestInput): Promise<object> {
  const { place, parsed } = placeById(asking, input.repositoryId);
  if (parsed.type !== "Repository") throw notANode(input.repositoryId);
  if (input.headRepositoryId != null)
    throw new GraphqlRefusal("NO_RESOLVER", "The forge opens no pull requests of forks by GraphQL.");
  if (!place.hub.fieldsSeeEachOther && asking.madeRefs.has(branchRef(input.headRefName)))
    return { pullRequest: unseen(input) };
  return changeRepository(place, WRITE, async (acting) => {
    const { title, body = null, headRefName: head, baseRefName: base } = input;
    checkTitle("PullRequest", title);
    checkBody("PullRequest", body);
    const requested = {
      title,
      body,
      head,
      base,
      draft: input.draft ?? false,
      maintainerCanModify: input.maintainerCanModify ?? true,
    };
    return { pullRequest: pullNode(place, await openPull(place.hub, acting, place.repository, requested)) };
  });
}
