import { log } from "../../forge/git/history.js";
import { findPlace } from "../find-place.js";
import { html } from "../html.js";
import { live, type Page } from "../layout.js";
import { commitList } from "../parts/commit-list.js";
import { pageOf, pager } from "../parts/pager.js";
import { placeBar } from "../parts/place-bar.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export async function commitsPage(visit: RepositoryVisit, words: string): Promise<Page> {
  const { git, url } = visit;
  const { ref, commit } = await findPlace(visit, words);
  const all = await git.remembered(`log ${commit.sha}`, () => log(git.directory, { start: commit.sha }));
  const page = pageOf(url, all);
  const content = html`${placeBar(visit, { ref, path: "" })}<h1>Commits</h1>${await commitList(visit, page.items)}${pager(url, page)}`;
  return inRepository(visit, "code", { title: `Commits of ${ref}`, content: live("code", content) });
}
