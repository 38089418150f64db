import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, GitHub, PerformContext } from "../client/github.js";
import { isThere } from "../commits/stale-data.js";
import { haveSameWorkflows } from "../commits/workflow-folders.js";

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
  const publisher = tagged === null ? await permittedToName(context, commit) : gitHub;
  await publisher.request("POST /repos/{owner}/{repo}/releases", { owner, repo, ...release });
  return true;
}

/**
 * A new tag on a commit with other workflow files than the default branch needs the permission to write such files. It is
 * requested only then (decisions.md#narrow-tokens).
 */
async function permittedToName(context: PerformContext, commit: Sha): Promise<GitHub> {
  if (await haveSameWorkflows(context, commit)) return context.gitHub;
  return context.connect({ contents: "write", workflows: "write" });
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
