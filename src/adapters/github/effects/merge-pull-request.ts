import { z } from "zod";
import { Sha } from "../../../domain/ids.js";
import type { EffectOf, Hands } from "../github.js";
import { hasStatus, unprocessableWords } from "../stale-data.js";

type Merge = EffectOf<"merge-pull-request">;
type Method = NonNullable<Merge["methods"]>[number];

const PREFERRED: readonly Method[] = ["squash", "merge", "rebase"];
const LOOK = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    squashMergeAllowed mergeCommitAllowed rebaseMergeAllowed
    pullRequest(number: $number) { id state headRefOid baseRefName isMergeQueueEnabled isInMergeQueue }
  }
}`;
const Look = z.object({
  repository: z.object({
    squashMergeAllowed: z.boolean(),
    mergeCommitAllowed: z.boolean(),
    rebaseMergeAllowed: z.boolean(),
    pullRequest: z.object({
      id: z.string(),
      state: z.string(),
      headRefOid: Sha,
      baseRefName: z.string(),
      isMergeQueueEnabled: z.boolean(),
      isInMergeQueue: z.boolean(),
    }),
  }),
});
type Look = z.infer<typeof Look>["repository"];

/**
 * Merges exactly the head that was judged, or puts it into the merge queue where there is one. That GitHub will not now
 * (405, 409) is no failure: the reason is kept for the next look, which says what the loop waits for.
 */
export async function mergePullRequest(hands: Hands, merge: Merge): Promise<boolean> {
  const { gitHub, owner, repo } = hands;
  const answer = await gitHub.graphql(LOOK, { owner, name: repo, number: merge.number });
  const look = Look.parse(answer).repository;
  const { pullRequest } = look;
  if (pullRequest.state !== "OPEN" || pullRequest.headRefOid !== merge.head) return false;
  if (pullRequest.isInMergeQueue) return false;
  if (pullRequest.isMergeQueueEnabled) return enqueue(hands, merge, pullRequest.id);
  const method = await methodFor(hands, merge, look);
  if (method === undefined) return refused(hands, merge, "the repository allows none of the configured merge methods");
  try {
    await gitHub.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      owner,
      repo,
      pull_number: merge.number,
      sha: merge.head,
      merge_method: method,
      // Always explicit: GitHub's own message would repeat a `[skip ci]` of the branch (GITHUB, actions).
      commit_title: merge.title,
      commit_message: merge.message,
    });
    return true;
  } catch (error) {
    if (hasStatus(error, 405, 409)) return refused(hands, merge, wordsOf(error));
    throw error;
  }
}

const Rules = z.array(z.looseObject({ type: z.string(), parameters: z.looseObject({}).optional() }));
const PullRequestRule = z.looseObject({ allowed_merge_methods: z.array(z.string()) });

/** The first configured method that the repository and every rule of the base branch allow. */
async function methodFor(hands: Hands, { methods = PREFERRED }: Merge, look: Look): Promise<Method | undefined> {
  const { gitHub, owner, repo } = hands;
  const list = "GET /repos/{owner}/{repo}/rules/branches/{branch}";
  const branch = look.pullRequest.baseRefName;
  const rules = Rules.parse((await gitHub.request(list, { owner, repo, branch, per_page: 100 })).data);
  const allowedByRules = rules.flatMap(({ parameters }) => {
    const rule = PullRequestRule.safeParse(parameters);
    return rule.success ? [rule.data.allowed_merge_methods] : [];
  });
  const isLinear = rules.some(({ type }) => type === "required_linear_history");
  const allowed: Record<Method, boolean> = {
    squash: look.squashMergeAllowed,
    merge: look.mergeCommitAllowed && !isLinear,
    rebase: look.rebaseMergeAllowed,
  };
  return methods.find((method) => allowed[method] && allowedByRules.every((list) => list.includes(method)));
}

const ENQUEUE = `mutation ($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;

async function enqueue(hands: Hands, merge: Merge, pullRequestId: string): Promise<boolean> {
  try {
    await hands.gitHub.graphql(ENQUEUE, { input: { pullRequestId, expectedHeadOid: merge.head } });
    return true;
  } catch (error) {
    const why = unprocessableWords(error);
    if (why === null) throw error;
    return refused(hands, merge, why);
  }
}

function refused({ owner, repo, remembered }: Hands, { number, head }: Merge, why: string): false {
  remembered.noteRefusedMerge({ owner, repo, number, head }, why);
  return false;
}

/** GitHub's own words, without the link to its documentation that the client appends. */
function wordsOf(error: unknown): string {
  const failure = z.object({ response: z.object({ data: z.object({ message: z.string() }) }) }).safeParse(error);
  return failure.success ? failure.data.response.data.message : "GitHub refused the merge and did not say why";
}
