import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { Place } from "../client/github.js";

const TAGS = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    refs(refPrefix: "refs/tags/", first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { name target { oid ... on Tag { target { oid } } } }
    }
  }
}`;
const Tags = z.object({
  repository: z.object({
    refs: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(
        z.object({
          name: z.string(),
          target: z.object({ oid: Sha, target: z.object({ oid: Sha }).optional() }).nullable(),
        }),
      ),
    }),
  }),
});

/** Every tag that looks like a version, with its commit; an annotated one names it indirectly. */
export async function versionTags({ gitHub, owner, repo }: Place): Promise<ReadonlyMap<string, Sha>> {
  const found = new Map<string, Sha>();
  for (let after: string | null = null; ; ) {
    const answer: unknown = await gitHub.graphql(TAGS, { owner, name: repo, after });
    const { nodes, pageInfo } = Tags.parse(answer).repository.refs;
    for (const { name, target } of nodes) {
      if (target !== null && name.startsWith("v")) found.set(name, target.target?.oid ?? target.oid);
    }
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}
