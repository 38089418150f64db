import { z } from "zod";
import type { ObservedComment } from "../../domain/factory/observed.js";
import type { Instant } from "../../domain/ids.js";
import type { GitHub, Place } from "./github.js";
import type { RoleOf } from "./roles-of.js";
import { foundBesideMissing } from "./stale-data.js";

const Comment = z.object({
  id: z.number(),
  node_id: z.string(),
  issue_url: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});
type Comment = z.infer<typeof Comment>;

const PAGE = 100;

/** Every comment of the repository since an instant, in one listing (DESIGN, 2). */
export async function observedComments(
  place: Place,
  since: Instant,
  { ownLogin, roleOf }: { readonly ownLogin: string; readonly roleOf: RoleOf },
): Promise<ObservedComment[]> {
  const listed = await listComments(place, since);
  const isOwn = ({ user }: Comment) => user?.login === ownLogin;
  const edited = await editedAmong(
    place,
    listed.filter((comment) => !isOwn(comment) && comment.user?.type === "User"),
  );
  const comments: ObservedComment[] = [];
  for (const comment of listed) {
    const own = isOwn(comment);
    const login = comment.user?.login ?? "ghost";
    const type = comment.user?.type ?? "Unknown";
    const body = comment.body ?? "";
    // A role costs a request: it is asked for only where somebody gives a command.
    const role = !own && type === "User" && body.includes("/factory") ? await roleOf(login) : null;
    comments.push({
      id: comment.id,
      issue: Number(comment.issue_url.split("/").at(-1)),
      author: { login, type, role },
      own,
      body,
      createdAt: comment.created_at,
      updatedAt: comment.updated_at,
      edited: edited.has(comment.node_id),
    });
  }
  return comments;
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

/**
 * Which of these people's comments were edited. `updated_at` also moves for other reasons and does not move within the
 * same second; `lastEditedAt`, which REST does not have, is the fact (DESIGN, 7). A comment that is gone by now is no
 * longer anybody's word: it counts as edited.
 */
async function editedAmong({ gitHub }: Place, comments: readonly Comment[]): Promise<ReadonlySet<string>> {
  const edited = new Set(comments.map(({ node_id }) => node_id));
  for (let start = 0; start < comments.length; start += PAGE) {
    const ids = comments.slice(start, start + PAGE).map(({ node_id }) => node_id);
    const { nodes } = Edited.parse(await askEdited(gitHub, ids));
    for (const node of nodes) if (node !== null && node.lastEditedAt === null) edited.delete(node.id);
  }
  return edited;
}

/** One comment that is gone makes the whole question fail, although the others were found. */
async function askEdited(gitHub: GitHub, ids: readonly string[]): Promise<unknown> {
  try {
    return await gitHub.graphql(EDITED, { ids });
  } catch (error) {
    const found = foundBesideMissing(error);
    if (found === undefined) throw error;
    return found;
  }
}
