import { z } from "zod";
import { isPerson } from "../../commands/who-may.js";
import type { Instant } from "../../domain/ids.js";
import type { Observed, ObservedRemark } from "../../engine/observation.js";
import { markerIn } from "../../render/marker.js";
import type { Place } from "../client/github.js";
import { actorOf } from "./author.js";
import type { PullNode } from "./pull-query.js";
import type { RoleOf } from "./roles-of.js";

const Remark = z.object({
  id: z.number(),
  in_reply_to_id: z.number().nullish(),
  pull_request_url: z.string(),
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  body: z.string(),
  created_at: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});
type Remark = z.infer<typeof Remark>;

/** Our own pull requests as observed, and our login. */
export type RemarkReading = {
  readonly nodes: readonly Pick<PullNode, "number" | "remarks">[];
  readonly roleOf: RoleOf;
  readonly ownLogin: string;
};

/** What people wrote in reviews of our pull requests since an instant, and our replies in their threads. */
export async function observedRemarks(
  place: Place,
  since: Instant,
  reading: RemarkReading,
): Promise<Pick<Observed, "remarks" | "replies">> {
  const listed = await listRemarks(place, since);
  const pulls = new Set(reading.nodes.map(({ number }) => number));
  const remarks: ObservedRemark[] = await reviewWords(since, reading);
  for (const remark of listed) {
    const { id, path, line, original_line, body, created_at, user, in_reply_to_id } = remark;
    const pull = Number(remark.pull_request_url.split("/").at(-1));
    if (user === null || !isPerson(user) || !pulls.has(pull)) continue;
    const author = { login: user.login, type: user.type, role: await reading.roleOf(user.login) };
    const where = { path, line: line ?? original_line ?? null, thread: in_reply_to_id ?? id };
    remarks.push({ id, pull, author, ...where, body, createdAt: created_at });
  }
  const own = listed.filter(({ user }) => user?.login === reading.ownLogin);
  return { remarks, replies: own.flatMap(({ body }) => markerIn(body) ?? []) };
}

const PAGE = 100;

async function listRemarks({ gitHub, owner, repo }: Place, since: Instant): Promise<Remark[]> {
  const all: Remark[] = [];
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/comments";
    const asked = { owner, repo, since, sort: "updated", direction: "asc", per_page: PAGE, page } as const;
    const listed = z.array(Remark).parse((await gitHub.request(list, asked)).data);
    all.push(...listed);
    if (listed.length < PAGE) return all;
  }
}

/** The text of a whole review came with the pull request. A line comment is a review without its own text. */
async function reviewWords(since: Instant, { nodes, roleOf }: RemarkReading): Promise<ObservedRemark[]> {
  const words: ObservedRemark[] = [];
  for (const { number: pull, remarks } of nodes) {
    for (const { fullDatabaseId: id, submittedAt, body, author } of remarks.nodes) {
      if (author === null || !isPerson({ type: author.__typename, login: author.login }) || body.trim() === "")
        continue;
      if (id === null || submittedAt === null || Date.parse(submittedAt) < Date.parse(since)) continue;
      const by = await actorOf(author, roleOf);
      const where = { path: null, line: null, thread: null };
      words.push({ id: `review-${id}`, pull, author: by, ...where, body, createdAt: submittedAt });
    }
  }
  return words;
}
