/** The fields that every text of an account has: issues, pull requests, comments, reviews. */
import type { Comment, Updatable } from "@octokit/graphql-schema";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";

export type Written = {
  readonly userId: number;
  readonly body: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Only an edit of the text counts (decisions.md#what-is-a-command). Labels and replies also change `updatedAt`. */
  readonly lastEditedAt: string | null;
};

export function writtenFields({ hub, shown }: Place, written: Written) {
  return {
    author: () => actorById(hub, written.userId),
    body: written.body ?? "",
    createdAt: written.createdAt,
    publishedAt: written.createdAt,
    updatedAt: written.updatedAt,
    lastEditedAt: written.lastEditedAt,
    repository: shown,
  } satisfies FieldsOf<Comment & Updatable> & { repository: unknown };
}
