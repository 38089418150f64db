/** Any git object by name: the value of `Ref.target` and `Repository.object`. */
import type { Tag as TagType } from "@octokit/graphql-schema";
import type { Tag } from "../../git/objects.js";
import { entryAt } from "../../git/tree-listing.js";
import { nodeId } from "../../node-id.js";
import { resolveCommit } from "../../resolve.js";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";
import { commitBySha } from "./commit-node.js";
import { objectOfEntry } from "./tree-node.js";

export async function gitObjectNode(place: Place, sha: string): Promise<object | null> {
  const info = await place.git.info(sha);
  if (info === undefined) return null;
  switch (info.type) {
    case "commit":
      return commitBySha(place, info.sha);
    case "tag": {
      const tag = await place.git.tag(info.sha);
      return tag === undefined ? null : tagNode(place, tag);
    }
    case "blob":
    case "tree":
      return objectOfEntry(place, { type: info.type, sha: info.sha }, "");
    default:
      return info.type satisfies never;
  }
}

function tagNode(place: Place, tag: Tag) {
  const { repository, shown } = place;
  return {
    __typename: "Tag" as const,
    id: nodeId("Tag", repository.id, tag.sha),
    oid: tag.sha,
    name: tag.tag,
    message: tag.message,
    target: () => gitObjectNode(place, tag.object),
    repository: shown,
  } satisfies FieldsOf<TagType> & { __typename: string };
}

/** `main`, a SHA, or `main:src/a.ts`; `main:` is the root folder. */
export async function objectByExpression(place: Place, expression: string): Promise<object | null> {
  const { git, repository } = place;
  const colon = expression.indexOf(":");
  const name = colon === -1 ? expression : expression.slice(0, colon);
  const commit = await resolveCommit(git, name, repository.defaultBranch);
  if (colon === -1) return commit === undefined ? gitObjectNode(place, name) : commitBySha(place, commit.sha);
  const path = expression.slice(colon + 1).replace(/^\/+|\/+$/g, "");
  const entry = commit === undefined ? undefined : await entryAt(git, commit.tree, path);
  return entry === undefined ? null : objectOfEntry(place, entry, path);
}
