import { z } from "zod";
import type { Instant } from "../../domain/ids.js";
import { Author } from "./author.js";

/** As many conversations and comments as one look brings along; where more has been said since, all of it is listed. */
const CONVERSATIONS = 50;
const COMMENTS = 30;

const NEWEST = "orderBy: { field: UPDATED_AT, direction: DESC }";
const conversations = `pageInfo { hasNextPage } nodes {
      number updatedAt
      comments(first: ${COMMENTS}, ${NEWEST}) { pageInfo { hasNextPage } nodes {
        databaseId body createdAt updatedAt lastEditedAt author { __typename login }
      } }
    }`;

/** What was said last, as part of a request about the repository: a comment is news of its issue or pull request, too. */
export const TALK_FIELDS = `talkedIssues: issues(first: ${CONVERSATIONS}, ${NEWEST}) { ${conversations} }
    talkedPulls: pullRequests(first: ${CONVERSATIONS}, ${NEWEST}) { ${conversations} }`;

const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.array(node) });

const TalkComment = z.object({
  databaseId: z.number(),
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

/** Newest first: what is not on the page is older than all that is. */
const reaches = ({ pageInfo, nodes }: Page, since: Instant) =>
  !pageInfo.hasNextPage || (nodes.at(-1)?.updatedAt ?? "") < since;

/** Every comment since an instant, the oldest first; undefined when the answer does not reach back to it. */
export function talkSince(answer: unknown, since: Instant) {
  const { talkedIssues, talkedPulls } = TalkAnswer.parse(answer);
  const both = [talkedIssues, talkedPulls];
  if (!both.every((page) => reaches(page, since))) return undefined;
  const places = both.flatMap(({ nodes }) => nodes);
  if (!places.every(({ comments }) => reaches(comments, since))) return undefined;
  return places
    .flatMap(({ number, comments }) => comments.nodes.map((comment) => ({ issue: number, ...comment })))
    .filter(({ updatedAt }) => updatedAt >= since)
    .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.databaseId - b.databaseId);
}
