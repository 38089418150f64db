import { diffTrees } from "../../forge/git/diff.js";
import { notFound } from "../../forge/http/errors.js";
import { resolveCommit } from "../../forge/resolve.js";
import { html } from "../html.js";
import type { Page } from "../layout.js";
import { countOf } from "../parts/count-of.js";
import { changeCount, fileCard } from "../parts/diff-table.js";
import { moment } from "../parts/moment.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export async function commitPage(visit: RepositoryVisit, name: string): Promise<Page> {
  const { git, urls, owner, repository } = visit;
  const commit = await resolveCommit(git, name, repository.defaultBranch);
  if (commit === undefined) throw notFound();
  const [parent = null] = commit.parents;
  const files = await git.remembered(`diff ${parent} ${commit.sha}`, () =>
    diffTrees(git.directory, parent, commit.sha),
  );
  const [first = "", ...rest] = commit.message.trim().split("\n");
  const body = rest.join("\n").trim();
  const total = {
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
  };
  const content = html`<h1>${first}</h1>${body !== "" && html`<pre class="message">${body}</pre>`}
<p class="quiet"><strong>${commit.author.name}</strong> ${moment(commit.committer.date)} · <code>${commit.sha}</code> · <a href="${urls.tree(owner, visit.name, { ref: commit.sha })}">Files at this commit</a>${parent !== null && html` · parent <a href="${urls.commit(owner, visit.name, parent)}"><code>${parent.slice(0, 7)}</code></a>`}</p>
<p>${countOf(files.length, "file")} changed ${changeCount(total)}</p>
${files.map((file) => fileCard(file, { href: urls.file(owner, visit.name, { ref: commit.sha, path: file.filename }) }))}`;
  return inRepository(visit, "code", { title: first, content });
}
