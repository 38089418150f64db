import { z } from "zod";
import type { Instant } from "../../domain/ids.js";
import { Author } from "./author.js";
import { idOf, WIDE_ID, WideId } from "./database-id.js";

/** The number of conversations and comments in one observation; if there are more, all are listed. */
const CONVERSATIONS = 30;
const COMMENTS = 30;

const NEWEST = "orderBy: { field: UPDATED_AT, direction: DESC }";
const conversations = `pageInfo { hasNextPage } nodes {
      number updatedAt
      comments(first: ${COMMENTS}, ${NEWEST}) { pageInfo { hasNextPage } nodes {
        ${WIDE_ID} body createdAt updatedAt lastEditedAt author { __typename login }
      } }
    }`;

/** The newest comments, as part of a request about the repository: a comment also updates its issue or pull request. */
export const TALK_FIELDS = `talkedIssues: issues(first: ${CONVERSATIONS}, ${NEWEST}) { ${conversations} }
    talkedPulls: pullRequests(first: ${CONVERSATIONS}, ${NEWEST}) { ${conversations} }`;

const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.array(node) });

const TalkComment = WideId.extend({
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastEditedAt: z.string().nullable(),
  author: Author,
});
const Conversations = pageOf(z.object({ number: z.number(), updatedAt: z.string(), comments: pageOf(TalkComment) }));
const TalkAnswer = z.object({ talkedIssues: Conversations, talkedPulls: Conversations });

type Page = {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly { readonly updatedAt: Instant }[];
};

/** Newest first: what is not on the page is older. */
const reaches = ({ pageInfo, nodes }: Page, since: Instant) =>
  !pageInfo.hasNextPage || (nodes.at(-1)?.updatedAt ?? "") < since;

/** Every comment since an instant, the oldest first; undefined when the answer does not reach back to it, or lacks an id. */
export function talkSince(answer: unknown, since: Instant) {
  const { talkedIssues, talkedPulls } = TalkAnswer.parse(answer);
  const both = [talkedIssues, talkedPulls];
  if (!both.every((page) => reaches(page, since))) return undefined;
  const places = both.flatMap(({ nodes }) => nodes);
  if (!places.every(({ comments }) => reaches(comments, since))) return undefined;
  const recent = places
    .flatMap(({ number, comments }) => comments.nodes.map((comment) => ({ issue: number, ...comment })))
    .filter(({ updatedAt }) => updatedAt >= since);
  const numbered = recent.flatMap((comment) => {
    const id = idOf(comment);
    return id === null ? [] : [{ ...comment, id }];
  });
  if (numbered.length < recent.length) return undefined;
  return numbered.sort((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id);
}
