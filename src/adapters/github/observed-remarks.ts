import { z } from "zod";
import type { ObservedRemark } from "../../domain/factory/observed.js";
import type { Instant } from "../../domain/ids.js";
import type { Place } from "./github.js";
import type { RoleOf } from "./roles-of.js";

const Remark = z.object({
  id: z.number(),
  pull_request_url: z.string(),
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  body: z.string(),
  created_at: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullable(),
});

const PAGE = 100;

/** What people wrote on lines of our own pull requests since an instant. Bots, ourselves among them, are left out. */
export async function observedRemarks(
  { gitHub, owner, repo }: Place,
  since: Instant,
  { pulls, roleOf }: { readonly pulls: ReadonlySet<number>; readonly roleOf: RoleOf },
): Promise<ObservedRemark[]> {
  const remarks: ObservedRemark[] = [];
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/comments";
    const asked = { owner, repo, since, sort: "updated", direction: "asc", per_page: PAGE, page } as const;
    const listed = z.array(Remark).parse((await gitHub.request(list, asked)).data);
    for (const { id, pull_request_url, path, line, original_line, body, created_at, user } of listed) {
      const pull = Number(pull_request_url.split("/").at(-1));
      if (user?.type !== "User" || !pulls.has(pull)) continue;
      const author = { login: user.login, type: user.type, role: await roleOf(user.login) };
      remarks.push({ id, pull, author, path, line: line ?? original_line ?? null, body, createdAt: created_at });
    }
    if (listed.length < PAGE) return remarks;
  }
}
