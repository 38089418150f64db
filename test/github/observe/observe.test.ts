import { describe, expect, it } from "vitest";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { findAccount } from "../../../src/sandbox/forge/lookup.js";
import { mintJobToken } from "../../../src/sandbox/forge/operations/repository/mint-token.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { mintUserAccessToken } from "../../support/user-access-token.js";

const PAST = "2020-01-01T00:00:00Z";
const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const { adapter, observe } = useGitHubAdapter(local);
const comment = async (body: string, person: "admin" | "read" = "admin") => {
  const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "talk" });
  return (await local.as(person).rest.issues.createComment({ ...local.at, issue_number: issue.number, body })).data;
};
const seen = async (id: number) => (await observe({ commentsSince: PAST })).comments.find((c) => c.id === id);

describe("the observation of comments", () => {
  it("recognises a comment that was edited within the same second, which updated_at does not", async () => {
    const { id } = await comment("/factory status");
    expect(await seen(id)).toMatchObject({ edited: false, author: { role: "admin" } });
    const edit = { ...local.at, comment_id: id, body: "/factory abort" };
    await local.as("admin").rest.issues.updateComment(edit);
    expect(await seen(id)).toMatchObject({ edited: true, body: "/factory abort" });
  });

  it("leaves out a command that was deleted before its author was queried, and later comments", async () => {
    const before = await comment("/factory pause");
    const gone = await comment("/factory pause");
    const after = await comment("/factory resume");
    const own = await (await local.bot()).rest.issues.createComment({ ...local.at, issue_number: 1, body: "I said." });
    const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
    const removed = repository?.comments.get(gone.id);
    const restore = local.forge.intercept({
      beforeRequest({ path }) {
        if (path.endsWith(`/issues/comments/${gone.id}`)) repository?.comments.delete(gone.id);
        return { kind: "pass" };
      },
    });
    const ids = (await observe({ commentsSince: PAST })).comments.map(({ id }) => id);
    restore();
    expect(ids).toEqual(expect.arrayContaining([before.id, own.data.id]));
    expect(ids).not.toContain(gone.id);
    expect(ids, "the next look comes to it").not.toContain(after.id);
    if (removed !== undefined) repository?.comments.set(gone.id, removed);
    expect(await seen(gone.id), "it was only late").toMatchObject({ edited: false, body: "/factory pause" });
  });

  it("distinguishes what an App wrote in a person's name from what the person wrote, with either API", async () => {
    const { hub, users } = local.forge;
    const admin = findAccount(hub.state, users.admin.login);
    const helper = local.token(mintUserAccessToken(hub, admin?.id ?? 0, "helpful-agent"));
    const { id, issue_url } = await comment("/factory status");
    const issue_number = Number(issue_url.split("/").at(-1));
    const said = { ...local.at, issue_number, body: "/factory abort" };
    const { data } = await helper.rest.issues.createComment(said);
    expect(data).toMatchObject({
      user: { login: "admin", type: "User" },
      performed_via_github_app: { slug: "helpful-agent" },
    });
    expect(await seen(id)).toMatchObject({ viaApp: false, author: { role: "admin" } });
    expect(await seen(data.id)).toMatchObject({
      viaApp: true,
      edited: false,
      author: { login: "admin", type: "User" },
    });
    for (let times = 0; times < 30; times += 1)
      await local.as("read").rest.issues.createComment({ ...said, body: `talk ${times}` });
    expect(await seen(id)).toMatchObject({ viaApp: false });
    expect(await seen(data.id)).toMatchObject({ viaApp: true });
  });

  it("queries the author of a command in any spelling, and the App that wrote it, also below a mere question", async () => {
    const { hub, users } = local.forge;
    const { id, issue_url } = await comment("/Factory STATUS");
    expect(await seen(id)).toMatchObject({ viaApp: false, author: { role: "admin" } });
    const admin = findAccount(hub.state, users.admin.login);
    const helper = local.token(mintUserAccessToken(hub, admin?.id ?? 0, "helpful-agent"));
    const issue_number = Number(issue_url.split("/").at(-1));
    for (const body of ["/FACTORY abort", "/factory status\n/Factory abort"]) {
      const { data } = await helper.rest.issues.createComment({ ...local.at, issue_number, body });
      expect(await seen(data.id), body).toMatchObject({ viaApp: true, author: { role: "admin" } });
    }
  });

  it("does not take a reaction for an edit", async () => {
    const { id } = await comment("/factory status");
    const reaction = { ...local.at, comment_id: id, content: "+1" } as const;
    await local.as("write").rest.reactions.createForIssueComment(reaction);
    expect((await seen(id))?.edited).toBe(false);
  });

  it("queries a role only for a command, and makes no other request", async () => {
    await comment("just talk", "read");
    await new Promise((resolve) => setTimeout(resolve, 1_050)); // GitHub's instants are whole seconds
    const since = (await comment("more talk")).updated_at;
    adapter().requests();
    const { comments } = await observe({ commentsSince: since });
    expect(comments.find(({ body }) => body === "more talk")).toMatchObject({ author: { role: null }, edited: false });
    expect(adapter().requests()).toHaveLength(1);
  });

  it("lists all comments if there are more than one answer has, and takes a deleted one for edited", async () => {
    const { issue_url } = await comment("the first of many");
    const issue_number = Number(issue_url.split("/").at(-1));
    for (let said = 0; said < 30; said += 1)
      await local.as("read").rest.issues.createComment({ ...local.at, issue_number, body: `talk ${said}` });
    const [gone, kept] = [await comment("/factory pause"), await comment("/factory resume")];
    const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
    const remove = local.forge.intercept({
      beforeRequest({ path, body }) {
        if (path.endsWith("/graphql") && body.includes("nodes(ids:")) repository?.comments.delete(gone.id);
        return { kind: "pass" };
      },
    });
    const { comments } = await observe({ commentsSince: PAST });
    remove();
    expect(comments.filter(({ issue }) => issue === issue_number)).toHaveLength(31);
    expect(comments.find(({ id }) => id === gone.id)?.edited).toBe(true);
    expect(comments.find(({ id }) => id === kept.id)?.edited).toBe(false);
  });

  it("recognises our own comments by their key", async () => {
    const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "status" });
    const bot = await local.bot();
    const body = `${hiddenMarker("status")}\nworking`;
    const { data } = await bot.rest.issues.createComment({ ...local.at, issue_number: issue.number, body });
    const { stickies, comments } = await observe({ commentsSince: PAST });
    expect(stickies).toEqual([{ key: "status", id: data.id, issue: issue.number, body }]);
    expect(comments.find(({ id }) => id === data.id)).toMatchObject({ own: true, edited: false });
  });
});

describe("the observation of pull requests", () => {
  it("has labels, assignees, the author of the head and its key", async () => {
    const message = "factory: red\n\nFactory-Key: quoted\n\nFactory-Key: T-1:red";
    const { number, head } = await openedPull(local, { branch: "factory/o1", message });
    const issue = { ...local.at, issue_number: number };
    await local.as("admin").rest.issues.addLabels({ ...issue, labels: ["factory:halted"] });
    await local.as("admin").rest.issues.addAssignees({ ...issue, assignees: [local.forge.users.write.login] });
    const { pulls } = await observe({ branches: ["factory/o1"] });
    expect(pulls).toMatchObject([
      {
        number,
        head,
        key: "T-1:red",
        headAuthor: adapter().ownLogin,
        labels: ["factory:halted"],
        assignees: [local.forge.users.write.login],
        mergeable: "yes",
        mergeBlockedBy: null,
      },
    ]);
    const pushed = { branch: "factory/o1", path: "by-hand.txt", text: "x" };
    const next = await commitOn(local.as("write"), local.at, pushed);
    const [pull] = (await observe({ branches: ["factory/o1"] })).pulls;
    expect(pull).toMatchObject({ head: next, key: null, headAuthor: local.forge.users.write.login });
    expect(pull).toMatchObject({ headParents: [head], isBehind: false });
  });

  it("recognises an update of the branch with the base", async () => {
    const message = "factory: spec\n\nFactory-Key: spec-1";
    const { number, head } = await openedPull(local, { branch: "factory/o1b", message });
    const { forge } = local;
    const main = await commitOn(local.as("admin"), local.at, { branch: "main", path: "o1b-base.txt", text: "x" });
    await local.as("write").rest.pulls.updateBranch({ ...local.at, pull_number: number });
    await forge.idle();
    const [pull] = (await observe({ branches: ["factory/o1b"] })).pulls;
    expect(pull).toMatchObject({ key: null, joinedKey: "spec-1", headParents: [head, main] });
  });

  it("recognises an update with a base that has moved on since, with one request", async () => {
    const admin = local.as("admin");
    const { data: first } = await admin.rest.repos.getCommit({ ...local.at, ref: "main" });
    const judged = await commitOn(admin, local.at, { branch: "main", path: "o1c-judged.txt", text: "x" });
    const { number, head } = await openedPull(local, { branch: "factory/o1c" });
    const taken = await commitOn(admin, local.at, { branch: "main", path: "o1c-taken.txt", text: "x" });
    await local.as("write").rest.pulls.updateBranch({ ...local.at, pull_number: number });
    await local.forge.idle();
    const joined = async (base: string) =>
      (await observe({ branches: ["factory/o1c"], judgedOn: { "factory/o1c": base } })).pulls[0];
    adapter().requests();
    expect(await joined(judged)).toMatchObject({ headParents: [head, taken], joinedAfter: null });
    const compared = () =>
      adapter()
        .requests()
        .filter((request) => request.includes("/compare/"));
    expect(compared()).toEqual([]);
    const later = await commitOn(admin, local.at, { branch: "main", path: "o1c-later.txt", text: "x" });
    expect(await joined(judged)).toMatchObject({ headParents: [head, taken], joinedAfter: judged });
    expect(compared()).toHaveLength(2);
    expect(await joined(judged)).toMatchObject({ joinedAfter: judged });
    expect(compared()).toEqual([]);
    expect(await joined(later)).toMatchObject({ joinedAfter: null });
    expect(await joined(first.sha)).toMatchObject({ joinedAfter: first.sha });
    expect((await observe({ branches: ["factory/o1c"] })).pulls[0]).toMatchObject({ joinedAfter: null });
  });

  it("does not take a commit beside the default branch for a base", async () => {
    const admin = local.as("admin");
    const judged = (await admin.rest.repos.getCommit({ ...local.at, ref: "main" })).data.sha;
    await openedPull(local, { branch: "factory/o1d" });
    const beside = await commitOn(admin, local.at, { branch: "beside", path: "beside.txt", text: "x" });
    await admin.rest.repos.merge({ ...local.at, base: "factory/o1d", head: beside });
    await commitOn(admin, local.at, { branch: "main", path: "o1d-later.txt", text: "x" });
    const [pull] = (await observe({ branches: ["factory/o1d"], judgedOn: { "factory/o1d": judged } })).pulls;
    expect(pull?.headParents[1]).toBe(beside);
    expect(pull?.joinedAfter).toBeNull();
  });

  it("ignores a check run of the same name and id by another App", async () => {
    const { head } = await openedPull(local, { branch: "factory/o2" });
    const bot = await local.bot();
    const run = { ...local.at, name: "factory / gates", head_sha: head, external_id: "T-1:gates" };
    await bot.rest.checks.create(run);
    const repository = local.forge.hub.state.repositories.get(adapter().repository.id);
    if (repository === undefined) throw new Error("the repository is missing");
    const job = mintJobToken(local.forge.hub, { repository, runId: 1, permissions: { checks: "write" } });
    await local.token(job).rest.checks.create({ ...run, external_id: "T-2:gates" });
    const { pulls } = await observe({ branches: ["factory/o2"] });
    expect(pulls[0]?.checks).toEqual([{ key: "T-1:gates", digest: null }]);
  });

  it("names the person who closed one", async () => {
    const { number } = await openedPull(local, { branch: "factory/o3" });
    await local.as("write").rest.pulls.update({ ...local.at, pull_number: number, state: "closed" });
    const { pulls } = await observe({ branches: ["factory/o3"] });
    expect(pulls[0]).toMatchObject({ state: "closed", closedBy: local.forge.users.write.login });
  });

  it("has people's line comments on our own pull requests, with their role, and none of bots", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/o4", path: "o4.txt" });
    const strange = await openedPull(local, { branch: "someone/else", path: "else.txt" });
    const at = { ...local.at, pull_number: number, commit_id: head, path: "o4.txt", line: 2 };
    const { data } = await local.as("write").rest.pulls.createReviewComment({ ...at, body: "why two?" });
    await (await local.bot()).rest.pulls.createReviewComment({ ...at, body: "a bot's" });
    await local.as("write").rest.pulls.createReviewComment({
      ...at,
      pull_number: strange.number,
      commit_id: strange.head,
      path: "else.txt",
      body: "elsewhere",
    });
    expect((await observe({ branches: ["factory/o4"] })).remarks).toEqual([]);
    const { remarks } = await observe({ branches: ["factory/o4"], remarksSince: PAST });
    expect(remarks).toEqual([
      {
        id: data.id,
        pull: number,
        author: { login: local.forge.users.write.login, type: "User", role: "write" },
        path: "o4.txt",
        line: 2,
        thread: data.id,
        body: "why two?",
        createdAt: data.created_at,
      },
    ]);
  });

  it("has the text of a whole review, and recognises a reply by its thread", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/o5", path: "o5.txt" });
    const bob = local.as("write").rest.pulls;
    const on = { ...local.at, pull_number: number };
    const lines = [{ path: "o5.txt", line: 1, body: "first" }];
    const changes = { ...on, event: "REQUEST_CHANGES", body: "Not like this.", comments: lines } as const;
    const { data: review } = await bob.createReview(changes);
    const { data: begun } = await bob.createReviewComment({
      ...on,
      commit_id: head,
      path: "o5.txt",
      line: 2,
      body: "two",
    });
    await bob.createReplyForReviewComment({ ...on, comment_id: begun.id, body: "and two again" });
    await (await local.bot()).rest.pulls.createReview({ ...on, event: "COMMENT", body: "a bot's" });
    await bob.createReview({ ...on, event: "APPROVE", body: "an approval asks for nothing" });
    const { remarks } = await observe({ branches: ["factory/o5"], remarksSince: PAST });
    expect(remarks.map(({ id, path, line, body }) => [typeof id, path, line, body])).toEqual([
      ["string", null, null, "Not like this."],
      ["number", "o5.txt", 1, "first"],
      ["number", "o5.txt", 2, "two"],
      ["number", "o5.txt", 2, "and two again"],
    ]);
    expect(remarks[0]).toMatchObject({ id: `review-${review.id}`, thread: null, author: { role: "write" } });
    expect(remarks.slice(2).map(({ thread }) => thread)).toEqual([begun.id, begun.id]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await observe({ branches: ["factory/o5"], remarksSince: later })).remarks).toEqual([]);
  });
});

describe("an issue that was changed since its label", () => {
  it("names who changed text and title, with their role, and nobody once the label was set again", async () => {
    const { data: issue } = await local
      .as("read")
      .rest.issues.create({ ...local.at, title: "Small", body: "- [ ] one" });
    const at = { ...local.at, issue_number: issue.number };
    const labels = ["factory:quick"];
    const request = async () => (await observe({ branches: [] })).requests.find((one) => one.issue === issue.number);
    await local.as("read").rest.issues.update({ ...at, body: "- [ ] another", title: "Smaller" });
    // Instants are whole seconds: what changed in the second of a label counts as changed after it.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await local.as("admin").rest.issues.addLabels({ ...at, labels });
    expect(await request()).toMatchObject({ quick: true, body: "- [ ] another", changedSince: [] });
    await local.as("read").rest.issues.update({ ...at, body: "- [ ] a third" });
    const reader = { login: local.forge.users.read.login, type: "User", role: "read" };
    expect(await request()).toMatchObject({ body: "- [ ] a third", changedSince: [reader] });
    await local.as("read").rest.issues.update({ ...at, title: "Large" });
    expect(await request()).toMatchObject({ title: "Large", changedSince: [reader, reader] });
    await local.as("admin").rest.issues.update({ ...at, body: "- [ ] the third, mended" });
    const admin = { login: local.forge.users.admin.login, type: "User", role: "admin" };
    expect(await request()).toMatchObject({ changedSince: [admin, reader] });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await local.as("admin").rest.issues.removeLabel({ ...at, name: "factory:quick" });
    await local.as("admin").rest.issues.addLabels({ ...at, labels });
    expect(await request()).toMatchObject({ changedSince: [] });
    await local.as("admin").rest.issues.update({ ...at, state: "closed" });
  });
});

describe("the cost of an observation", () => {
  it("is at most four requests for state and observation, with three open pull requests", async () => {
    const { data: issue } = await local
      .as("admin")
      .rest.issues.create({ ...local.at, title: "Go", labels: ["factory"] });
    // Instants are whole seconds: what others said in this one would be read, and its authors looked up, too.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const said = { ...local.at, issue_number: issue.number, body: "/factory status" };
    const { data: last } = await local.as("admin").rest.issues.createComment(said);
    // What was open when the process started is asked for apart, once.
    await observe({ branches: ["factory/o1", "factory/o2", "factory/o4"] });
    adapter().requests();
    const store = gitHubStateStore(adapter().gitHubFor);
    await store.load(adapter().repository);
    const branches = ["factory/setup", "factory/spec", "factory/o1", "factory/o2", "factory/o4"];
    const { pulls } = await observe({ branches, commentsSince: last.updated_at, remarksSince: last.updated_at });
    expect(pulls).toHaveLength(3);
    const requests = adapter().requests();
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(4);
    expect(requests.filter((request) => !/^GET|graphql$/.test(request))).toEqual([]);
  });
});

describe("reading files of the state branch", () => {
  it("takes one request for all of them and leaves out missing ones", async () => {
    const head = await commitOn(await local.bot(), local.at, {
      branch: "factory/files",
      path: "a/b.yml",
      text: "x: 1\n",
    });
    const store = gitHubStateStore(adapter().gitHubFor);
    adapter().requests();
    const files = await store.read(adapter().repository, head, ["a/b.yml", "SPEC.md", "a", "none.yml"]);
    expect(files).toEqual(
      new Map([
        ["a/b.yml", "x: 1\n"],
        ["SPEC.md", "# Notes\n"],
      ]),
    );
    expect(adapter().requests()).toHaveLength(1);
  });
});
