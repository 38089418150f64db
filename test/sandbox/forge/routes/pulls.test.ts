import { describe, expect, it } from "vitest";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
const local = useForge({ clock: () => clock.now });

const topic = { count: 0 };
/** A pull request of the App with one commit on a branch of its own. */
async function openPull(more: { path?: string; text?: string; draft?: boolean; body?: string } = {}) {
  const bot = await local.bot();
  topic.count += 1;
  const branch = `topic-${topic.count}`;
  const sha = await commitOn(bot, local.at, {
    branch,
    path: more.path ?? `${branch}.txt`,
    text: more.text ?? "1\n2\n3\n",
  });
  const requested = { ...local.at, title: branch, head: branch, base: "main", draft: more.draft ?? false };
  const { data } = await bot.rest.pulls.create({
    ...requested,
    ...(more.body === undefined ? {} : { body: more.body }),
  });
  return { bot, branch, sha, data, pull: { ...local.at, pull_number: data.number } };
}
const names = async () => (await local.news()).map(({ event, payload }) => `${event}.${payload.action ?? payload.ref}`);

describe("opening a pull request", () => {
  it("shows what git knows about it, and shares its number with the issue", async () => {
    const { data, pull, sha, bot } = await openPull();
    expect(data).toMatchObject({
      state: "open",
      merged: false,
      mergeable: true,
      mergeable_state: "clean",
      commits: 1,
      additions: 3,
      deletions: 0,
      changed_files: 1,
      head: { sha },
      base: { ref: "main" },
      user: { login: "software-factory[bot]" },
    });
    const { data: issue } = await bot.rest.issues.get({ ...local.at, issue_number: pull.pull_number });
    expect(issue.pull_request?.url).toBe(data.url);
    const { data: files } = await bot.rest.pulls.listFiles(pull);
    expect(files).toMatchObject([
      { filename: "topic-1.txt", status: "added", additions: 3, patch: "@@ -0,0 +1,3 @@\n+1\n+2\n+3" },
    ]);
    expect((await bot.rest.pulls.listCommits(pull)).data.map((commit) => commit.sha)).toEqual([sha]);
    const diff = await bot.rest.pulls.get({ ...pull, mediaType: { format: "diff" } });
    expect(String(diff.data)).toContain("+++ b/topic-1.txt");
    const { data: of } = await bot.rest.repos.listPullRequestsAssociatedWithCommit({ ...local.at, commit_sha: sha });
    expect(of.map(({ number }) => number)).toEqual([pull.pull_number]);
    expect((await local.news()).at(-1)?.payload).toMatchObject({ action: "opened", number: pull.pull_number });
  });

  it("is refused twice for a head, without commits, and between unknown branches", async () => {
    const { bot, branch } = await openPull();
    const create = (head: string, base = "main") => bot.rest.pulls.create({ ...local.at, title: "again", head, base });
    const custom = (message: string) => ({
      status: 422,
      message: "Validation Failed",
      errors: [{ resource: "PullRequest", code: "custom", message }],
    });
    expect(await refusal(create(branch))).toEqual(custom(`A pull request already exists for acme:${branch}.`));
    expect(await refusal(create(`acme:${branch}`))).toMatchObject({ status: 422 });
    const { data: main } = await bot.rest.git.getRef({ ...local.at, ref: "heads/main" });
    await bot.rest.git.createRef({ ...local.at, ref: "refs/heads/no-commits", sha: main.object.sha });
    expect(await refusal(create("no-commits"))).toEqual(custom("No commits between main and no-commits"));
    const invalid = (field: string) => ({ status: 422, errors: [{ resource: "PullRequest", field, code: "invalid" }] });
    expect(await refusal(create("nowhere"))).toMatchObject(invalid("head"));
    expect(await refusal(create("nobody:branch"))).toMatchObject(invalid("head"));
    expect(await refusal(create(branch, "nowhere"))).toMatchObject(invalid("base"));
    const { data: tree } = await bot.rest.git.createTree({
      ...local.at,
      tree: [{ path: "o", mode: "100644", type: "blob", content: "o" }],
    });
    const { data: orphan } = await bot.rest.git.createCommit({
      ...local.at,
      message: "orphan",
      tree: tree.sha,
      parents: [],
    });
    await bot.rest.git.createRef({ ...local.at, ref: "refs/heads/orphan", sha: orphan.sha });
    expect(await refusal(create("orphan"))).toEqual(custom("The orphan branch has no history in common with main"));
  });

  it.each([
    ["a body of 65,537 characters", { body: "x".repeat(65_537) }],
    ["a blank title", { title: " " }],
    ["no title", { title: undefined }],
  ])("is refused with %s", async (_what, more) => {
    const { bot, branch, pull } = await openPull();
    await bot.rest.pulls.update({ ...pull, state: "closed" });
    const call = bot.request("POST /repos/{owner}/{repo}/pulls", {
      ...local.at,
      title: "t",
      head: branch,
      base: "main",
      ...more,
    } as never);
    expect(await refusal(call)).toMatchObject({ status: 422 });
  });

  it("needs the permission to", async () => {
    const { branch, pull, bot } = await openPull();
    await bot.rest.pulls.update({ ...pull, state: "closed" });
    const narrow = await local.bot({ permissions: { contents: "write", pull_requests: "read" } });
    const call = narrow.rest.pulls.create({ ...local.at, title: "no", head: branch, base: "main" });
    expect(await refusal(call)).toMatchObject({ status: 403 });
  });
});

describe("a pull request's life", () => {
  it("follows its branch: new commits, a force push, a deleted branch", async () => {
    const { bot, branch, sha, pull } = await openPull();
    await local.news();
    const next = await commitOn(bot, local.at, { branch, path: "more.txt", text: "more" });
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({ head: { sha: next }, commits: 2, changed_files: 2 });
    const news = await local.news();
    expect(news.at(-1)?.payload).toMatchObject({ action: "synchronize", before: sha, after: next });
    await bot.rest.git.updateRef({ ...local.at, ref: `heads/${branch}`, sha, force: true });
    expect((await bot.rest.pulls.get(pull)).data.head.sha).toBe(sha);
    await bot.rest.git.deleteRef({ ...local.at, ref: `heads/${branch}` });
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({ state: "closed", merged: false });
    expect(await refusal(bot.rest.pulls.update({ ...pull, state: "open" }))).toMatchObject({ status: 422 });
    expect((await bot.rest.git.getRef({ ...local.at, ref: `pull/${pull.pull_number}/head` })).data.object.sha).toBe(
      sha,
    );
  });

  it("is edited, retargeted, closed and reopened", async () => {
    const { bot, branch, pull } = await openPull();
    await commitOn(bot, local.at, { branch: "other-base", path: "base.txt", text: "b" });
    await local.news();
    await bot.rest.pulls.update({ ...pull, title: "better", body: "words" });
    await bot.rest.pulls.update({ ...pull, base: "other-base" });
    expect(await refusal(bot.rest.pulls.update({ ...pull, base: "nowhere" }))).toMatchObject({ status: 422 });
    await bot.rest.pulls.update({ ...pull, state: "closed" });
    const { data: other } = await bot.rest.pulls.create({
      ...local.at,
      title: "rival",
      head: branch,
      base: "other-base",
    });
    expect(await refusal(bot.rest.pulls.update({ ...pull, state: "open" }))).toMatchObject({ status: 422 });
    await bot.rest.pulls.update({ ...local.at, pull_number: other.number, state: "closed" });
    const { data: reopened } = await bot.rest.pulls.update({ ...pull, state: "open" });
    expect(reopened).toMatchObject({ state: "open", title: "better", base: { ref: "other-base" } });
    expect(await names()).toEqual([
      "pull_request.edited",
      "pull_request.edited",
      "pull_request.closed",
      "pull_request.opened",
      "pull_request.closed",
      "pull_request.reopened",
    ]);
  });

  it("has labels and assignees that are told as pull request events, with either permission", async () => {
    const { pull } = await openPull();
    const bot = await local.bot({ permissions: { pull_requests: "write", issues: "read" } });
    await local.news();
    const on = { ...local.at, issue_number: pull.pull_number };
    await bot.rest.issues.addLabels({ ...on, labels: ["bug"] });
    await bot.rest.issues.addAssignees({ ...on, assignees: ["writer"] });
    await bot.rest.issues.createComment({ ...on, body: "a comment" });
    expect(await names()).toEqual(["pull_request.labeled", "pull_request.assigned", "issue_comment.created"]);
    const { data: listed } = await bot.rest.pulls.list({ ...local.at, per_page: 1 });
    expect(listed[0]).toMatchObject({
      number: pull.pull_number,
      labels: [{ name: "bug" }],
      assignees: [{ login: "writer" }],
    });
  });

  it("knows when it conflicts, and when its base has moved on", async () => {
    const { bot, pull } = await openPull({ path: "clash.txt", text: "mine\n" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "clash.txt", text: "theirs\n" });
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({ mergeable: false, mergeable_state: "dirty" });
    expect(await refusal(bot.rest.pulls.merge(pull))).toEqual({
      status: 405,
      message: "Pull Request is not mergeable",
    });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, merge_method: "rebase" }))).toEqual({
      status: 405,
      message: "This branch can't be rebased",
    });
    expect(await refusal(bot.rest.pulls.updateBranch(pull))).toMatchObject({ status: 422 });
  });

  it("takes up its base when asked, once", async () => {
    const { bot, pull, sha } = await openPull();
    expect(await refusal(bot.rest.pulls.updateBranch(pull))).toMatchObject({
      status: 422,
      message: "There are no new commits on the base branch.",
    });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "news.txt", text: String(pull.pull_number) });
    const stale = { ...pull, expected_head_sha: "1".repeat(40) };
    expect(await refusal(bot.rest.pulls.updateBranch(stale))).toMatchObject({ status: 422 });
    expect((await bot.rest.pulls.updateBranch({ ...pull, expected_head_sha: sha })).status).toBe(202);
    const { data } = await bot.rest.pulls.get(pull);
    expect(data).toMatchObject({ changed_files: 1, commits: 2 });
    expect((await bot.rest.git.getCommit({ ...local.at, commit_sha: data.head.sha })).data.parents).toHaveLength(2);
  });

  it("as a draft cannot be merged", async () => {
    const { bot, pull } = await openPull({ draft: true });
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({ draft: true, mergeable_state: "draft" });
    expect(await refusal(bot.rest.pulls.merge(pull))).toEqual({
      status: 405,
      message: "Pull Request is still a draft",
    });
  });
});

describe("lists of pull requests", () => {
  it("filter by head, base and state, and sort", async () => {
    const { bot, branch, pull } = await openPull();
    const list = async (filter: object) =>
      (await bot.rest.pulls.list({ ...local.at, ...filter })).data.map(({ number }) => number);
    expect(await list({ head: `acme:${branch}` })).toEqual([pull.pull_number]);
    expect(await list({ head: `stranger:${branch}` })).toEqual([]);
    expect((await list({ head: branch })).length).toBeGreaterThan(1);
    expect(await list({ head: `acme:${branch}`, base: "other-base" })).toEqual([]);
    expect((await list({}))[0]).toBe(pull.pull_number);
    expect((await list({ direction: "asc" }))[0]).toBe(1);
    clock.now += 60_000;
    await bot.rest.issues.createComment({ ...local.at, issue_number: 1, body: "bump" });
    expect((await list({ sort: "updated", direction: "desc" }))[0]).toBe(1);
    await bot.rest.pulls.update({ ...pull, state: "closed" });
    expect(await list({ head: `acme:${branch}` })).toEqual([]);
    expect(await list({ head: `acme:${branch}`, state: "all" })).toEqual([pull.pull_number]);
    expect(await list({ head: `acme:${branch}`, state: "closed" })).toEqual([pull.pull_number]);
  });
});

describe("merging", () => {
  const treeOf = async (ref: string) =>
    (await local.as("admin").rest.git.getTree({ ...local.at, tree_sha: ref, recursive: "1" })).data.tree.map(
      ({ path }) => path,
    );

  it.each(["merge", "squash", "rebase"] as const)("by %s keeps what is newer on the base", async (merge_method) => {
    const { bot, pull, sha, branch } = await openPull();
    const second = await commitOn(bot, local.at, {
      branch,
      path: `${branch}-second.txt`,
      text: "2",
      message: "Second",
    });
    const newer = await commitOn(local.as("admin"), local.at, {
      branch: "main",
      path: `newer-${merge_method}.txt`,
      text: "n",
    });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, sha, merge_method }))).toEqual({
      status: 409,
      message: "Head branch was modified. Review and try the merge again.",
    });
    await local.news();
    const { data } = await bot.rest.pulls.merge({ ...pull, sha: second, merge_method });
    expect(await treeOf("main")).toEqual(
      expect.arrayContaining([`${branch}.txt`, `${branch}-second.txt`, `newer-${merge_method}.txt`]),
    );
    const { data: commit } = await bot.rest.git.getCommit({ ...local.at, commit_sha: data.sha });
    const parents = commit.parents.map((parent) => parent.sha);
    expect({ merge: [newer, second], squash: [newer] }[merge_method as "merge"] ?? "rebased").toEqual(
      merge_method === "rebase" ? "rebased" : parents,
    );
    const { data: log } = await bot.rest.repos.compareCommitsWithBasehead({ ...local.at, basehead: `${newer}...main` });
    expect(log.total_commits).toBe({ merge: 3, squash: 1, rebase: 2 }[merge_method]);
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({
      state: "closed",
      merged: true,
      merge_commit_sha: data.sha,
      merged_by: { login: "software-factory[bot]" },
    });
    expect(await names()).toEqual(["push.refs/heads/main", "pull_request.closed"]);
    expect(await refusal(bot.rest.pulls.merge(pull))).toEqual({
      status: 405,
      message: "Pull Request is not mergeable",
    });
    expect(await refusal(bot.rest.pulls.update({ ...pull, state: "open" }))).toMatchObject({ status: 422 });
  });

  it("uses the title and message given, or GitHub's own", async () => {
    const message = async (sha: string) =>
      (await local.as("admin").rest.git.getCommit({ ...local.at, commit_sha: sha })).data.message;
    const one = await openPull();
    const given = await one.bot.rest.pulls.merge({
      ...one.pull,
      merge_method: "squash",
      commit_title: "factory: T-1",
      commit_message: "why",
    });
    expect(await message(given.data.sha)).toBe("factory: T-1\n\nwhy");
    const two = await openPull();
    await commitOn(two.bot, local.at, { branch: two.branch, path: "s.txt", text: "s", message: "Second [skip ci]" });
    const squashed = await two.bot.rest.pulls.merge({ ...two.pull, merge_method: "squash" });
    expect(await message(squashed.data.sha)).toBe(
      `${two.branch} (#${two.pull.pull_number})\n\n* Write ${two.branch}.txt\n\n* Second [skip ci]`,
    );
    const three = await openPull();
    const merged = await three.bot.rest.pulls.merge(three.pull);
    expect(await message(merged.data.sha)).toBe(
      `Merge pull request #${three.pull.pull_number} from acme/${three.branch}\n\n${three.branch}`,
    );
    const four = await openPull();
    const single = await four.bot.rest.pulls.merge({ ...four.pull, merge_method: "squash" });
    expect(await message(single.data.sha)).toBe(`Write ${four.branch}.txt (#${four.pull.pull_number})`);
  });

  it("closes the issues its body names, and deletes the branch where the repository says so", async () => {
    const admin = local.as("admin");
    const { data: issue } = await admin.rest.issues.create({ ...local.at, title: "to do" });
    const { data: other } = await admin.rest.issues.create({ ...local.at, title: "not mentioned with a keyword" });
    await admin.rest.repos.update({ ...local.at, delete_branch_on_merge: true });
    const { bot, pull, branch } = await openPull({ body: `Resolves #${issue.number}, see #${other.number}` });
    await bot.rest.pulls.merge({ ...pull, merge_method: "squash" });
    const state = async (issue_number: number) =>
      (await admin.rest.issues.get({ ...local.at, issue_number })).data.state;
    expect([await state(issue.number), await state(other.number)]).toEqual(["closed", "open"]);
    expect(await refusal(admin.rest.repos.getBranch({ ...local.at, branch }))).toMatchObject({ status: 404 });
    await admin.rest.repos.update({ ...local.at, delete_branch_on_merge: false });
  });

  it("is refused by a method that the repository forbids, and without the permission or role", async () => {
    const admin = local.as("admin");
    const { bot, pull } = await openPull();
    await admin.rest.repos.update({ ...local.at, allow_rebase_merge: false });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, merge_method: "rebase" }))).toEqual({
      status: 405,
      message: "Rebase merges are not allowed on this repository.",
    });
    await admin.rest.repos.update({ ...local.at, allow_rebase_merge: true });
    const none = { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: false };
    expect(await refusal(admin.rest.repos.update({ ...local.at, ...none }))).toMatchObject({ status: 422 });
    const narrow = await local.bot({ permissions: { pull_requests: "write", contents: "read" } });
    expect(await refusal(narrow.rest.pulls.merge(pull))).toMatchObject({ status: 403 });
    expect(await refusal(local.as("read").rest.pulls.merge(pull))).toMatchObject({ status: 403 });
    expect(await refusal(bot.rest.pulls.merge({ ...pull, merge_method: "octopus" as "merge" }))).toMatchObject({
      status: 422,
    });
  });

  it("is noticed when a push brings the head into the base", async () => {
    const { bot, pull, sha } = await openPull();
    await local.news();
    await bot.rest.git.updateRef({ ...local.at, ref: "heads/main", sha, force: true });
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({ merged: true, state: "closed" });
    expect(await names()).toEqual(["push.refs/heads/main", "pull_request.closed"]);
  });

  it("of workflow files needs the workflows permission, as does taking them up from the base", async () => {
    const { bot, pull, branch } = await openPull({ path: ".github/workflows/new.yml", text: "on: push\n" });
    const other = await openPull();
    const narrow = await local.bot({ permissions: { contents: "write", pull_requests: "write" } });
    const refused = { status: 403, message: expect.stringContaining("without `workflows` permission") };
    for (const merge_method of ["merge", "squash", "rebase"] as const) {
      expect(await refusal(narrow.rest.pulls.merge({ ...pull, merge_method }))).toMatchObject(refused);
    }
    expect((await bot.rest.pulls.get(pull)).data).toMatchObject({
      merged: false,
      state: "open",
      head: { ref: branch },
    });
    expect((await bot.rest.pulls.merge({ ...pull, merge_method: "squash" })).data.merged).toBe(true);
    expect(await refusal(narrow.rest.pulls.updateBranch(other.pull))).toMatchObject(refused);
    expect((await bot.rest.pulls.updateBranch(other.pull)).status).toBe(202);
  });
});

describe("reviewers", () => {
  it("are requested, answer, and are no longer requested", async () => {
    const { bot, pull } = await openPull();
    await local.news();
    await bot.rest.pulls.requestReviewers({ ...pull, reviewers: ["writer", "admin"] });
    expect((await bot.rest.pulls.listRequestedReviewers(pull)).data.users.map(({ login }) => login)).toEqual([
      "writer",
      "admin",
    ]);
    await bot.rest.pulls.removeRequestedReviewers({ ...pull, reviewers: ["admin"] });
    await local.as("write").rest.pulls.createReview({ ...pull, event: "APPROVE" });
    expect((await bot.rest.pulls.listRequestedReviewers(pull)).data.users).toEqual([]);
    expect(await names()).toEqual([
      "pull_request.review_requested",
      "pull_request.review_requested",
      "pull_request.review_request_removed",
      "pull_request_review.submitted",
    ]);
    expect(await refusal(bot.rest.pulls.requestReviewers({ ...pull, reviewers: ["stranger"] }))).toMatchObject({
      status: 422,
    });
    const own = await refusal(bot.rest.pulls.requestReviewers({ ...pull, reviewers: ["software-factory[bot]"] }));
    expect(own).toEqual({ status: 422, message: "Review cannot be requested from pull request author." });
  });
});
