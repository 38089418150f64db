import { pullCommits } from "../../forge/operations/pulls/pull-facts.js";
import { html } from "../html.js";
import { live, type Page } from "../layout.js";
import { commitList } from "../parts/commit-list.js";
import type { RepositoryVisit } from "../visit.js";
import { inPull, pullAt } from "./pull-frame.js";

export async function pullCommitsPage(visit: RepositoryVisit, number: string): Promise<Page> {
  const on = pullAt(visit, number);
  const list = await commitList(visit, await pullCommits(visit.git, on.pull));
  return inPull(visit, on, { tab: "commits", content: live("commits", html`${list}`) });
}
