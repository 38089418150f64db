/** The changed files, with inline comments and the annotations of the head's checks at their lines. */
import type { FileDiff } from "../../forge/git/diff.js";
import { pullFiles } from "../../forge/operations/pulls/pull-facts.js";
import { outdatedIn } from "../../forge/operations/pulls/review-comments.js";
import type { CheckAnnotation } from "../../forge/records/check.js";
import { html } from "../html.js";
import { live, type Page } from "../layout.js";
import { annotationNote } from "../parts/checks/annotation-note.js";
import { countOf } from "../parts/count-of.js";
import { changeCount, fileAnchor, fileCard } from "../parts/diff-table.js";
import { isAt } from "../parts/patch-rows.js";
import { type Thread, threadCard, threadsOf } from "../parts/review-entries.js";
import type { RepositoryVisit } from "../visit.js";
import { headChecks, inPull, type OnPull, pullAt } from "./pull-frame.js";

export async function pullFilesPage(visit: RepositoryVisit, number: string): Promise<Page> {
  const on = pullAt(visit, number);
  const files = await pullFiles(visit.git, on.pull);
  const isOutdated = await outdatedIn(visit.git, on.pull);
  const threads = threadsOf(visit, on.pull).filter(({ first }) => !isOutdated(first));
  const annotations = headChecks(visit, on.pull).flatMap((run) => run.annotations);
  const index = html`<ul class="file-index">${files.map((file) => html`<li><a href="#${fileAnchor(file.filename)}">${file.filename}</a> ${changeCount(file)}</li>`)}</ul>`;
  const content = html`${live("file-index", html`<details class="fold"><summary>${countOf(files.length, "file")}</summary>${index}</details>`)}
<div id="files" data-live="list">${files.map((file) => changedFile(visit, on, { file, threads, annotations }))}</div>`;
  return inPull(visit, on, { tab: "files", content });
}

type Changed = {
  readonly file: FileDiff;
  readonly threads: readonly Thread[];
  readonly annotations: readonly CheckAnnotation[];
};

function changedFile(visit: RepositoryVisit, { pull }: OnPull, { file, threads, annotations }: Changed) {
  const { urls, owner, name } = visit;
  const inFile = threads.filter(({ first }) => first.path === file.filename);
  const noted = annotations.filter(({ path }) => path === file.filename);
  const shown = (thread: Thread) => threadCard(visit, thread, { outdated: false, hunk: false });
  return fileCard(file, {
    href: urls.file(owner, name, { ref: pull.head.sha, path: file.filename }),
    hasNotes: inFile.length > 0 || noted.length > 0,
    above: inFile.filter(({ first }) => first.anchor.subject === "file").map(shown),
    below: (row) => [
      ...noted.filter(({ endLine }) => isAt(row, endLine, "RIGHT")).map(annotationNote),
      ...inFile
        .filter(({ first: { anchor } }) => anchor.subject === "line" && isAt(row, anchor.line, anchor.side))
        .map(shown),
    ],
  });
}
