import { z } from "zod";
import type { Place } from "../client/github.js";
import { LISTED_PULLS } from "./observe-query.js";

const PAGE = `query ($owner: String!, $name: String!, $branch: String!, $before: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(headRefName: $branch, last: 100, before: $before) {
      pageInfo { hasPreviousPage startCursor }
      nodes { number isCrossRepository }
    }
  }
}`;
const Page = z.object({
  repository: z.object({
    pullRequests: z.object({
      pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
      nodes: z.array(z.object({ number: z.number(), isCrossRepository: z.boolean() })),
    }),
  }),
});

const Listed = z.object({ nodes: z.array(z.object({ number: z.number(), isCrossRepository: z.boolean() })) });
type Listed = z.infer<typeof Listed>;

/**
 * GitHub matches a head by its name alone, and a fork can have a branch of any name. Where a list is full of others' pull
 * requests, the newest of the repository's own branch is looked for behind them, however many there are.
 */
export async function withOwnPull(place: Place, branch: string, answer: unknown): Promise<Listed> {
  const listed = Listed.parse(answer);
  if (listed.nodes.length < LISTED_PULLS || listed.nodes.some(({ isCrossRepository }) => !isCrossRepository))
    return listed;
  const number = await newestOwn(place, branch);
  return { nodes: number === undefined ? [] : [{ number, isCrossRepository: false }] };
}

async function newestOwn({ gitHub, owner, repo: name }: Place, branch: string): Promise<number | undefined> {
  for (let before: string | null = null; ; ) {
    const answer: unknown = await gitHub.graphql(PAGE, { owner, name, branch, before });
    const { nodes, pageInfo } = Page.parse(answer).repository.pullRequests;
    const own = nodes.findLast(({ isCrossRepository }) => !isCrossRepository);
    if (own !== undefined) return own.number;
    if (!pageInfo.hasPreviousPage) return undefined;
    before = pageInfo.startCursor;
  }
}
