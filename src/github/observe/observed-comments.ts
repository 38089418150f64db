import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import type { Instant } from "../../domain/ids.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { GitHub, Place } from "../client/github.js";
import { foundBesideMissing } from "../commits/stale-data.js";
import { loginOf } from "./author.js";
import type { RoleOf } from "./roles-of.js";
import { talkSince } from "./talk-query.js";

const Comment = z.object({
  id: z.number(),
  node_id: z.string(),
  issue_url: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
  /** The App that wrote it in the user's name, or as itself. */
  performed_via_github_app: z.object({}).nullish(),
});
type Comment = z.infer<typeof Comment>;

const PAGE = 100;

/** Commands are read in any case (`read-commands.ts`), so their authors are queried in any case. */
const GIVES_COMMAND = /\/factory/i;

/** A comment from either API. GraphQL does not tell whether an App wrote it in its author's name. */
type Said = Omit<ObservedComment, "author" | "own" | "viaApp"> & {
  readonly login: string;
  readonly type: string;
  readonly viaApp?: boolean;
};

type Reading = {
  readonly ownLogin: string;
  readonly roleOf: RoleOf;
  readonly read: readonly number[];
};

/**
 * Every comment of the repository since an instant: from the observation's own answer, or from a listing if that is too
 * short.
 */
export async function observedComments(
  place: Place,
  { since, answer }: { readonly since: Instant; readonly answer: unknown },
  reading: Reading,
): Promise<ObservedComment[]> {
  const talk = talkSince(answer, since);
  const said = talk === undefined ? await listed(place, since, reading) : talk.map(saidIn);
  const comments: ObservedComment[] = [];
  // Deleted, or not visible yet: the next observation knows, and the cursor must not pass it before.
  let isUnsettled = false;
  for (const { login, type, ...comment } of said) {
    const own = login === reading.ownLogin;
    if (isUnsettled && !own) continue;
    // A comment that was edited after it was read may have another text.
    const isRead = comment.updatedAt === since && reading.read.includes(comment.id);
    // The role and the App cost a request each: they are queried only for commands that were not read yet.
    const isCommand = !own && type === "User" && GIVES_COMMAND.test(comment.body) && !isRead;
    const role = isCommand ? await reading.roleOf(login) : null;
    const isHandUnknown = isCommand && comment.viaApp === undefined && !asksOnly(comment.body);
    const hand = isHandUnknown ? await handOf(place, comment.id) : {};
    if (hand === "gone") isUnsettled = true;
    else comments.push({ viaApp: false, ...comment, ...hand, own, author: { login, type, role } });
  }
  return comments;
}

type Talk = NonNullable<ReturnType<typeof talkSince>>[number];

/**
 * `updatedAt` also changes for other reasons and does not change within the same second; `lastEditedAt` is reliable
 * (decisions.md#what-is-a-command).
 */
function saidIn({ id, issue, body, author, createdAt, updatedAt, lastEditedAt }: Talk): Said {
  const type = author?.__typename ?? "Unknown";
  const edited = type === "User" && lastEditedAt !== null;
  return { id, issue, body, login: loginOf(author), type, createdAt, updatedAt, edited };
}

async function listed(place: Place, since: Instant, { ownLogin, read }: Reading): Promise<Said[]> {
  const comments = await listComments(place, since);
  const isRead = ({ id, updated_at }: Comment) => updated_at === since && read.includes(id);
  const isOthers = ({ user }: Comment) => user?.login !== ownLogin && user?.type === "User";
  const edited = await editedAmong(
    place,
    comments.filter((comment) => isOthers(comment) && !isRead(comment)),
  );
  return comments.map(({ id, node_id, issue_url, body, created_at, updated_at, user, performed_via_github_app }) => ({
    id,
    issue: Number(issue_url.split("/").at(-1)),
    body: body ?? "",
    login: user?.login ?? "ghost",
    type: user?.type ?? "Unknown",
    createdAt: created_at,
    updatedAt: updated_at,
    edited: edited.has(node_id),
    viaApp: (performed_via_github_app ?? null) !== null,
  }));
}

/**
 * A command that decides nothing is answered whether or not an App wrote it, which saves a request for the most
 * frequent commands.
 */
function asksOnly(body: string): boolean {
  const lines = body.split("\n").filter((line) => GIVES_COMMAND.test(line));
  return lines.every((line) => /^\s*\/factory\s+(?:status|help)\s*$/i.test(line));
}

/** Whether an App wrote it in its author's name. */
async function handOf({ gitHub, owner, repo }: Place, comment_id: number): Promise<Pick<Said, "viaApp"> | "gone"> {
  const get = "GET /repos/{owner}/{repo}/issues/comments/{comment_id}";
  try {
    const { performed_via_github_app } = Comment.parse((await gitHub.request(get, { owner, repo, comment_id })).data);
    return { viaApp: (performed_via_github_app ?? null) !== null };
  } catch (error) {
    if (hasStatus(error, 404)) return "gone";
    throw error;
  }
}

async function listComments({ gitHub, owner, repo }: Place, since: Instant): Promise<Comment[]> {
  const all: Comment[] = [];
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/issues/comments";
    const asked = { owner, repo, since, sort: "updated", direction: "asc", per_page: PAGE, page } as const;
    const listed = z.array(Comment).parse((await gitHub.request(list, asked)).data);
    all.push(...listed);
    if (listed.length < PAGE) return all;
  }
}

const EDITED = "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id lastEditedAt } } }";
const Edited = z.object({
  nodes: z.array(z.object({ id: z.string(), lastEditedAt: z.string().nullable() }).nullable()),
});

/** Which of these comments were edited, which REST does not tell. A deleted one counts as edited. */
async function editedAmong({ gitHub }: Place, comments: readonly Comment[]): Promise<ReadonlySet<string>> {
  const edited = new Set(comments.map(({ node_id }) => node_id));
  for (let start = 0; start < comments.length; start += PAGE) {
    const ids = comments.slice(start, start + PAGE).map(({ node_id }) => node_id);
    const { nodes } = Edited.parse(await askEdited(gitHub, ids));
    for (const node of nodes) if (node !== null && node.lastEditedAt === null) edited.delete(node.id);
  }
  return edited;
}

/** One deleted comment makes the whole query fail, although the others were found. */
async function askEdited(gitHub: GitHub, ids: readonly string[]): Promise<unknown> {
  try {
    return await gitHub.graphql(EDITED, { ids });
  } catch (error) {
    const found = foundBesideMissing(error);
    if (found === undefined) throw error;
    return found;
  }
}
