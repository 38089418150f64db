import { z } from "zod";
import { hasStatus, messageOf } from "../../domain/errors.js";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, PerformContext } from "../client/github.js";

const WORKFLOWS = ".github/workflows";
const RECONCILE = `query ($owner: String!, $name: String!, $number: Int!, $head: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    head: object(expression: $head) { oid }
    defaultBranchRef { target { ... on Commit { file(path: "${WORKFLOWS}") { oid } } } }
    pullRequest(number: $number) {
      headRefOid state
      files(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { path } }
    }
  }
}`;
const FoundRefs = z.object({
  repository: z.object({
    head: z.object({ oid: Sha }).nullable(),
    defaultBranchRef: z.object({ target: z.object({ file: z.object({ oid: Sha }).nullable() }) }).nullable(),
    pullRequest: z.object({
      headRefOid: Sha,
      state: z.string(),
      files: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(z.object({ path: z.string() })),
      }),
    }),
  }),
});

/**
 * Merges the base into the branch. The base's workflow files need the permission to write such files: it is requested
 * only then, and only for a pull request that changes none itself (decisions.md#narrow-tokens). A moved head, a
 * conflict or nothing to update is no failure: the next observation shows it.
 */
export async function updateBranch(
  context: PerformContext,
  { number, head }: EffectOf<"update-branch">,
): Promise<boolean> {
  const workflows = await workflowsOf(context, number, head);
  if (workflows === "own" || workflows === "gone") return false;
  const gitHub =
    workflows === "same"
      ? context.gitHub
      : await context.connect({ contents: "write", pull_requests: "write", workflows: "write" });
  const { owner, repo } = context;
  try {
    const update = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch";
    await gitHub.request(update, { owner, repo, pull_number: number, expected_head_sha: head });
    return true;
  } catch (error) {
    if (hasStatus(error, 409) || (hasStatus(error, 422) && NOTHING_TO_UPDATE.test(messageOf(error)))) return false;
    // GitHub has other reasons for 422: it is no lost race while the pull request is still what was asked about.
    if (hasStatus(error, 422) && (await workflowsOf(context, number, head)) === "gone") return false;
    throw error;
  }
}

/** What GitHub says of a conflict, of a branch that is up to date, and of a head that is not the expected one. */
const NOTHING_TO_UPDATE = /conflict|no new commits|expected.head.sha/i;

/** Whether head and base have the same workflow files, other ones because the base moved, or the pull request's own. */
async function workflowsOf(
  context: PerformContext,
  number: number,
  head: Sha,
): Promise<"same" | "base" | "own" | "gone"> {
  const { gitHub, owner, repo } = context;
  for (let after: string | null = null; ; ) {
    const expression = `${head}:${WORKFLOWS}`;
    const answer: unknown = await gitHub.graphql(RECONCILE, { owner, name: repo, number, head: expression, after });
    const { repository } = FoundRefs.parse(answer);
    const { headRefOid, state, files } = repository.pullRequest;
    if (headRefOid !== head || state !== "OPEN") return "gone";
    if ((repository.head?.oid ?? null) === (repository.defaultBranchRef?.target.file?.oid ?? null)) return "same";
    if (files.nodes.some(({ path }) => path.startsWith(`${WORKFLOWS}/`))) return "own";
    if (!files.pageInfo.hasNextPage) return "base";
    after = files.pageInfo.endCursor;
  }
}
