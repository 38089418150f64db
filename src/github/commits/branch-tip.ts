import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { Place } from "../client/github.js";
import { keyIn } from "./commit-key.js";

const TIP = `query ($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid ... on Commit { message } } } }
}`;
const Tip = z.object({
  repository: z.object({ ref: z.object({ target: z.object({ oid: Sha, message: z.string() }) }).nullable() }),
});

/** Whether a commit with this key is still needed on exactly this parent. */
export async function isStillAsked(
  { gitHub, owner, repo }: Place,
  { branch, parent, key }: { readonly branch: string; readonly parent: Sha; readonly key: string },
): Promise<boolean> {
  const answer = await gitHub.graphql(TIP, { owner, name: repo, ref: `refs/heads/${branch}` });
  const tip = Tip.parse(answer).repository.ref?.target;
  return tip !== undefined && tip.oid === parent && keyIn(tip.message) !== key;
}
