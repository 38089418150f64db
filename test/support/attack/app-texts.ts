/** Reads every text that the App has written to GitHub. */
import type { Octokit } from "@octokit/rest";
import type { Forge } from "../../../src/sandbox/forge/forge.js";

/** GitHub renders `markdown`, with its mentions and closing keywords. `line` is a title or a commit message. */
export type WrittenText = { readonly where: string; readonly kind: "markdown" | "line"; readonly text: string };

export async function appTexts(
  gitHub: Octokit,
  { repo: at, app }: Pick<Forge, "repo" | "app">,
): Promise<WrittenText[]> {
  const own = `${app.slug}[bot]`;
  const texts: WrittenText[] = [];
  const add = (where: string, kind: WrittenText["kind"], text: string | null | undefined) => {
    if (text !== null && text !== undefined && text !== "") texts.push({ where, kind, text });
  };
  const all = { per_page: 100, state: "all" } as const;
  const pulls = await gitHub.paginate(gitHub.rest.pulls.list, { ...at, ...all });
  const ownPulls = pulls.filter(({ user }) => user?.login === own);
  const heads = new Set<string>();
  for (const { number, title, body, head } of ownPulls) {
    add(`title of #${number}`, "line", title);
    add(`body of #${number}`, "markdown", body);
    for (const review of await gitHub.paginate(gitHub.rest.pulls.listReviews, { ...at, pull_number: number }))
      if (review.user?.login === own) add(`review of #${number}`, "markdown", review.body);
    for (const remark of await gitHub.paginate(gitHub.rest.pulls.listReviewComments, { ...at, pull_number: number }))
      if (remark.user?.login === own) add(`remark on #${number}`, "markdown", remark.body);
    for (const commit of await gitHub.paginate(gitHub.rest.pulls.listCommits, { ...at, pull_number: number })) {
      heads.add(commit.sha);
      add(`commit ${commit.sha.slice(0, 7)}`, "line", commit.commit.message);
    }
    heads.add(head.sha);
  }
  for (const comment of await gitHub.paginate(gitHub.rest.issues.listCommentsForRepo, { ...at, per_page: 100 }))
    if (comment.user?.login === own) add(`comment ${comment.html_url}`, "markdown", comment.body);
  for (const ref of heads) await addChecks(ref);
  for (const branch of ["main", "factory/state"])
    for (const { sha, commit } of await gitHub.paginate(gitHub.rest.repos.listCommits, { ...at, sha: branch }))
      if (commit.author?.name === own) add(`commit ${sha.slice(0, 7)} of ${branch}`, "line", commit.message);
  for (const { name, body, tag_name } of await gitHub.paginate(gitHub.rest.repos.listReleases, at)) {
    add(`release ${tag_name}`, "line", name);
    add(`release ${tag_name}`, "markdown", body);
  }
  return texts;

  async function addChecks(ref: string): Promise<void> {
    const { data } = await gitHub.rest.checks.listForRef({ ...at, ref, per_page: 100 });
    for (const run of data.check_runs) {
      add(`check ${run.name}`, "line", run.output.title);
      add(`check ${run.name}`, "markdown", run.output.summary);
      add(`check ${run.name}`, "markdown", run.output.text);
      const asked = { ...at, check_run_id: run.id };
      for (const { message, title } of await gitHub.paginate(gitHub.rest.checks.listAnnotations, asked)) {
        // GitHub shows annotations as plain text, without Markdown.
        add(`annotation of ${run.name}`, "line", title);
        if ((message ?? "").includes("\u0000")) add(`annotation of ${run.name}`, "line", message);
      }
    }
  }
}
