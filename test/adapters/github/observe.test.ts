import { describe, expect, it } from "vitest";
import { gitHubStateStore } from "../../../src/adapters/github/state-store.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { mintJobToken } from "../../../src/sandbox/forge/operations/mint-token.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubHands } from "../../support/github-hands.js";

const PAST = "2020-01-01T00:00:00Z";
const local = useForge({ files: { "SPEC.md": "# Notes\n", ".factory/config.yml": "{}\n" } });
const { hands, observe } = useGitHubHands(local);
const comment = async (body: string, person: "admin" | "read" = "admin") => {
  const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "talk" });
  return (await local.as(person).rest.issues.createComment({ ...local.at, issue_number: issue.number, body })).data;
};
const seen = async (id: number) => (await observe({ commentsSince: PAST })).comments.find((c) => c.id === id);

describe("observing comments", () => {
  it("tells a comment that was edited within the same second, which updated_at does not", async () => {
    const { id } = await comment("/factory status");
    expect(await seen(id)).toMatchObject({ edited: false, author: { role: "admin" } });
    const edit = { ...local.at, comment_id: id, body: "/factory abort" };
    await local.as("admin").rest.issues.updateComment(edit);
    expect(await seen(id)).toMatchObject({ edited: true, body: "/factory abort" });
  });

  it("does not call a comment edited because somebody reacted to it", async () => {
    const { id } = await comment("/factory status");
    const reaction = { ...local.at, comment_id: id, content: "+1" } as const;
    await local.as("write").rest.reactions.createForIssueComment(reaction);
    expect((await seen(id))?.edited).toBe(false);
  });

  it("takes a comment that vanished meanwhile for edited, and still reads the others", async () => {
    const [gone, kept] = [await comment("/factory pause"), await comment("/factory resume")];
    const repository = local.forge.hub.state.repositories.get(hands().repository.id);
    const remove = local.forge.intercept({
      beforeRequest({ path, body }) {
        if (path.endsWith("/graphql") && body.includes("lastEditedAt")) repository?.comments.delete(gone.id);
        return { kind: "pass" };
      },
    });
    const { comments } = await observe({ commentsSince: PAST });
    remove();
    expect(comments.find(({ id }) => id === gone.id)?.edited).toBe(true);
    expect(comments.find(({ id }) => id === kept.id)?.edited).toBe(false);
  });

  it("asks for a role only where there is a command, and for edits not at all where nobody else spoke", async () => {
    await comment("just talk", "read");
    hands().requests();
    const { comments } = await observe({ commentsSince: PAST });
    expect(comments.find(({ body }) => body === "just talk")?.author.role).toBeNull();
    const later = new Date(Date.now() + 60_000).toISOString();
    hands().requests();
    await observe({ commentsSince: later });
    expect(hands().requests()).toHaveLength(2);
  });

  it("knows its own, and finds them again by their key", async () => {
    const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "status" });
    const bot = await local.bot();
    const body = `${hiddenMarker("status")}\nworking`;
    const { data } = await bot.rest.issues.createComment({ ...local.at, issue_number: issue.number, body });
    const { stickies, comments } = await observe({ commentsSince: PAST });
    expect(stickies).toEqual([{ key: "status", id: data.id, issue: issue.number, body }]);
    expect(comments.find(({ id }) => id === data.id)).toMatchObject({ own: true, edited: false });
  });
});

describe("observing pull requests", () => {
  it("sees labels, assignees, who made the head and what key it carries", async () => {
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
        headAuthor: hands().ownLogin,
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
  });

  it("does not count a check run of the same name and id by another App", async () => {
    const { head } = await openedPull(local, { branch: "factory/o2" });
    const bot = await local.bot();
    const run = { ...local.at, name: "factory / gates", head_sha: head, external_id: "T-1:gates" };
    await bot.rest.checks.create(run);
    const repository = local.forge.hub.state.repositories.get(hands().repository.id);
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

  it("hears what people write on lines of our own pull requests, with their role, and no bots", async () => {
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
        body: "why two?",
        createdAt: data.created_at,
      },
    ]);
  });
});

describe("what a look costs", () => {
  it("takes at most six requests for state and observation, with three pull requests open", async () => {
    const { data: issue } = await local
      .as("admin")
      .rest.issues.create({ ...local.at, title: "Go", labels: ["factory"] });
    // Instants are whole seconds: what others said in this one would be read, and its authors looked up, too.
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const said = { ...local.at, issue_number: issue.number, body: "/factory status" };
    const { data: last } = await local.as("admin").rest.issues.createComment(said);
    hands().requests();
    const store = gitHubStateStore(hands().gitHubFor, "factory/state");
    await store.load(hands().repository);
    const branches = ["factory/setup", "factory/spec", "factory/o1", "factory/o2", "factory/o4"];
    const { pulls } = await observe({ branches, commentsSince: last.updated_at, remarksSince: last.updated_at });
    expect(pulls).toHaveLength(3);
    const requests = hands().requests();
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(6);
    expect(requests.filter((request) => !/^GET|graphql$/.test(request))).toEqual([]);
  });
});

describe("reading files of the state branch", () => {
  it("takes one request for all of them and leaves out what is not there", async () => {
    const head = await commitOn(await local.bot(), local.at, {
      branch: "factory/files",
      path: "a/b.yml",
      text: "x: 1\n",
    });
    const store = gitHubStateStore(hands().gitHubFor, "factory/state");
    hands().requests();
    const files = await store.read(hands().repository, head, ["a/b.yml", "SPEC.md", "a", "none.yml"]);
    expect(files).toEqual(
      new Map([
        ["a/b.yml", "x: 1\n"],
        ["SPEC.md", "# Notes\n"],
      ]),
    );
    expect(hands().requests()).toHaveLength(1);
  });
});
