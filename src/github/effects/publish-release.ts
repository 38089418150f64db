import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { isThere } from "../commits/stale-data.js";

/** The tag is the key. An existing release is left alone; a tag on another commit is a person's and never moved. */
export async function publishRelease(context: PerformContext, effect: EffectOf<"publish-release">): Promise<boolean> {
  const { gitHub, owner, repo } = context;
  const { key: tag, commit, name, notes } = effect;
  if (await isReleased(context, tag)) return false;
  const tagged = await commitOfTag(context, tag);
  if (tagged !== null && tagged !== commit) {
    throw new Error(
      `the tag ${tag} exists at ${tagged}, but the release is of ${commit}; delete the tag or release another version`,
    );
  }
  const release = { tag_name: tag, target_commitish: commit, name, body: notes };
  await gitHub.request("POST /repos/{owner}/{repo}/releases", { owner, repo, ...release });
  return true;
}

function isReleased({ gitHub, owner, repo }: PerformContext, tag: string): Promise<boolean> {
  return isThere(gitHub.request("GET /repos/{owner}/{repo}/releases/tags/{tag}", { owner, repo, tag }));
}

const TAG = `query ($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { target { oid ... on Tag { target { oid } } } }
  }
}`;
const Tag = z.object({
  repository: z.object({
    ref: z.object({ target: z.object({ oid: Sha, target: z.object({ oid: Sha }).optional() }) }).nullable(),
  }),
});

/** An annotated tag is a separate object that names the commit. */
async function commitOfTag({ gitHub, owner, repo }: PerformContext, tag: string): Promise<Sha | null> {
  const answer = Tag.parse(await gitHub.graphql(TAG, { owner, name: repo, ref: `refs/tags/${tag}` }));
  const target = answer.repository.ref?.target;
  return target?.target?.oid ?? target?.oid ?? null;
}
