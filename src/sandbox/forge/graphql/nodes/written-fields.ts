/** The fields that every text of an account has: issues, pull requests, comments, reviews. */
import type { Comment, Updatable } from "@octokit/graphql-schema";
import { accountOf } from "../../context.js";
import { authorAssociation } from "../../resources/author-association.js";
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

export function writtenFields({ hub, repository, asking, shown }: Place, written: Written) {
  return {
    author: () => actorById(hub, written.userId),
    authorAssociation: authorAssociation(hub, repository, written.userId),
    body: written.body ?? "",
    createdAt: written.createdAt,
    publishedAt: written.createdAt,
    updatedAt: written.updatedAt,
    lastEditedAt: written.lastEditedAt,
    includesCreatedEdit: written.lastEditedAt !== null,
    createdViaEmail: false,
    viewerDidAuthor: accountOf(asking.caller)?.id === written.userId,
    repository: shown,
  } satisfies FieldsOf<Comment & Updatable> & { repository: unknown };
}
