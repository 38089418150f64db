import { describe, expect, it } from "vitest";
import { refusal, useForge } from "../../../support/forge.js";

const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
const local = useForge({ clock: () => clock.now });
const tick = (seconds = 1) => {
  clock.now += seconds * 1000;
};
const names = async () => (await local.news()).map(({ event, payload }) => `${event}.${payload.action}`);

describe("issues", () => {
  it("are opened with labels and assignees, each told by an event of its own", async () => {
    const { data: issue } = await local.as("admin").rest.issues.create({
      ...local.at,
      title: "Build it",
      body: "Please",
      labels: ["factory", "bug"],
      assignees: ["writer", "stranger"],
    });
    expect(issue).toMatchObject({
      number: 1,
      state: "open",
      author_association: "MEMBER",
      performed_via_github_app: null,
    });
    expect(issue.assignees?.map(({ login }) => login)).toEqual(["writer"]);
    const news = await local.news();
    expect(news.map(({ event, payload }) => `${event}.${payload.action}`)).toEqual([
      "label.created",
      "issues.opened",
      "issues.labeled",
      "issues.labeled",
      "issues.assigned",
    ]);
    expect(news[1]?.payload.issue.labels.map(({ name }: { name: string }) => name)).toEqual(["factory", "bug"]);
  });

  it("by a reader lose the labels and assignees that only triage may set", async () => {
    const { data } = await local
      .as("read")
      .rest.issues.create({ ...local.at, title: "x", labels: ["bug"], assignees: ["writer"] });
    expect([data.labels, data.assignees]).toEqual([[], []]);
  });

  it("by the App are marked as its own", async () => {
    const { data } = await (await local.bot()).rest.issues.create({ ...local.at, title: "by the App" });
    expect(data.user).toMatchObject({ login: "software-factory[bot]", type: "Bot" });
    expect(data.performed_via_github_app?.id).toBe(local.forge.app.id);
    await local.news();
  });

  it("are edited, closed with a reason, reopened, locked; the same again is no event", async () => {
    const admin = local.as("admin");
    const one = { ...local.at, issue_number: 1 };
    await admin.rest.issues.update({ ...one, title: "Build it well", body: "Please!" });
    await admin.rest.issues.update({ ...one, title: "Build it well" });
    const { data: closed } = await admin.rest.issues.update({ ...one, state: "closed", state_reason: "not_planned" });
    expect(closed).toMatchObject({ state: "closed", state_reason: "not_planned", closed_by: { login: "admin" } });
    await admin.rest.issues.update({ ...one, state: "closed" });
    const { data: reopened } = await admin.rest.issues.update({ ...one, state: "open" });
    expect(reopened).toMatchObject({ state: "open", state_reason: "reopened", closed_at: null });
    await admin.rest.issues.lock({ ...one, lock_reason: "resolved" });
    expect(await refusal(local.as("read").rest.issues.createComment({ ...one, body: "!" }))).toMatchObject({
      status: 403,
    });
    await admin.rest.issues.createComment({ ...one, body: "writers may" });
    await admin.rest.issues.unlock(one);
    const news = await local.news();
    expect(news.map(({ event, payload }) => `${event}.${payload.action}`)).toEqual([
      "issues.edited",
      "issues.closed",
      "issues.reopened",
      "issues.locked",
      "issue_comment.created",
      "issues.unlocked",
    ]);
    expect(news[0]?.payload.changes).toEqual({ title: { from: "Build it" }, body: { from: "Please" } });
  });

  it("of others cannot be changed by a reader, one's own can", async () => {
    const reader = local.as("read");
    const { data: own } = await reader.rest.issues.create({ ...local.at, title: "mine" });
    await reader.rest.issues.update({ ...local.at, issue_number: own.number, state: "closed" });
    expect(await refusal(reader.rest.issues.update({ ...local.at, issue_number: 1, title: "no" }))).toMatchObject({
      status: 403,
    });
  });

  it.each([
    ["65,536 characters", "é".repeat(65_536), true],
    ["65,537 characters", "é".repeat(65_537), false],
    ["65,536 characters that are two code units each", "😀".repeat(65_536), true],
  ])("take a body of %s: %s", async (_what, body, taken) => {
    const call = local.as("admin").rest.issues.create({ ...local.at, title: "long", body });
    if (taken) return void expect((await call).status).toBe(201);
    const answer = await refusal(call);
    expect(answer).toMatchObject({ status: 422, errors: [{ resource: "Issue", field: "body", code: "custom" }] });
  });

  it.each([
    ["no title", {}, `"title" wasn't supplied`],
    ["a blank title", { title: "  " }, "Validation Failed"],
    ["a title of 257 characters", { title: "t".repeat(257) }, "Validation Failed"],
    ["a title that is a list", { title: ["x"] }, "Invalid request"],
  ])("are refused with %s", async (_what, body, message) => {
    const call = local.as("admin").request("POST /repos/{owner}/{repo}/issues", { ...local.at, ...body } as never);
    expect(await refusal(call)).toMatchObject({ status: 422, message: expect.stringContaining(message) });
  });

  it("that do not exist are 404, malformed JSON is 400", async () => {
    expect(await refusal(local.as("admin").rest.issues.get({ ...local.at, issue_number: 4711 }))).toMatchObject({
      status: 404,
    });
    const answer = await fetch(`${local.forge.url}/api/v3/repos/acme/product/issues`, {
      method: "POST",
      headers: { authorization: `token ${local.forge.users.admin.token}` },
      body: "{",
    });
    expect(answer.status).toBe(400);
  });
});

describe("lists of issues", () => {
  it("filter by state, label, creator, assignee and since, and sort", async () => {
    const admin = local.as("admin");
    const list = async (filter: object) =>
      (await admin.rest.issues.listForRepo({ ...local.at, ...filter })).data.map(({ number }) => number);
    tick(60);
    const { data: fresh } = await admin.rest.issues.create({
      ...local.at,
      title: "fresh",
      labels: ["rare"],
      assignees: ["admin"],
    });
    const since = new Date(clock.now).toISOString();
    expect(await list({ since })).toEqual([fresh.number]);
    expect(await list({ labels: "rare" })).toEqual([fresh.number]);
    expect(await list({ labels: "rare,bug" })).toEqual([]);
    expect(await list({ assignee: "admin" })).toEqual([fresh.number]);
    expect(await list({ assignee: "*" })).toEqual([fresh.number, 1]);
    expect(await list({ assignee: "none" })).not.toContain(1);
    expect(await list({ creator: "software-factory[bot]" })).toEqual([3]);
    expect((await list({ direction: "asc" }))[0]).toBe(1);
    expect((await list({}))[0]).toBe(fresh.number);
    expect(await list({ state: "closed" })).toHaveLength(1);
    tick(60);
    await admin.rest.issues.createComment({ ...local.at, issue_number: 1, body: "bump" });
    expect((await list({ sort: "updated" }))[0]).toBe(1);
    expect((await list({ sort: "comments" }))[0]).toBe(1);
    await local.news();
  });

  it("come in pages with links that lead through all of them", async () => {
    const admin = local.as("admin");
    const all = await admin.paginate(admin.rest.issues.listForRepo, { ...local.at, state: "all", per_page: 2 });
    const once = await admin.rest.issues.listForRepo({ ...local.at, state: "all", per_page: 100 });
    expect(all.map(({ number }) => number)).toEqual(once.data.map(({ number }) => number));
    expect(once.headers.link).toBeUndefined();
    const second = await admin.rest.issues.listForRepo({ ...local.at, state: "all", per_page: 3, page: 2 });
    expect(second.headers.link).toMatch(/page=1.*rel="prev".*page=3.*rel="next".*rel="last".*rel="first"/);
  });

  it("answer 304 to the tag of an unchanged list, free of the rate limit, and afresh after a change", async () => {
    const admin = local.as("admin");
    const first = await admin.rest.issues.listForRepo(local.at);
    const headers = { "if-none-match": first.headers.etag ?? "" };
    const used = (await admin.rest.rateLimit.get()).data.rate.used;
    expect(await refusal(admin.rest.issues.listForRepo({ ...local.at, headers }))).toMatchObject({ status: 304 });
    expect((await admin.rest.rateLimit.get()).data.rate.used).toBe(used);
    await admin.rest.issues.update({ ...local.at, issue_number: 1, title: "changed" });
    expect((await admin.rest.issues.listForRepo({ ...local.at, headers })).status).toBe(200);
  });
});

describe("comments", () => {
  it("are written, edited, deleted, and listed by their last change", async () => {
    const admin = local.as("admin");
    await local.news();
    tick(60);
    const { data: old } = await admin.rest.issues.createComment({ ...local.at, issue_number: 1, body: "old" });
    tick(60);
    const since = new Date(clock.now).toISOString();
    const { data: recent } = await admin.rest.issues.createComment({
      ...local.at,
      issue_number: 1,
      body: "/factory status",
    });
    const listed = async () =>
      (await admin.rest.issues.listCommentsForRepo({ ...local.at, since, sort: "updated" })).data.map(({ id }) => id);
    expect(await listed()).toEqual([recent.id]);
    tick();
    await admin.rest.issues.updateComment({ ...local.at, comment_id: old.id, body: "edited" });
    expect(await listed()).toEqual([recent.id, old.id]);
    const { data: ofIssue } = await admin.rest.issues.listComments({ ...local.at, issue_number: 1, since });
    expect(ofIssue.map(({ id }) => id)).toEqual([old.id, recent.id]);
    await admin.rest.issues.deleteComment({ ...local.at, comment_id: old.id });
    expect(await listed()).toEqual([recent.id]);
    const news = await local.news();
    expect(news.map(({ payload }) => payload.action)).toEqual(["created", "created", "edited", "deleted"]);
    expect(news[2]?.payload.changes).toEqual({ body: { from: "old" } });
    expect(await refusal(admin.rest.issues.getComment({ ...local.at, comment_id: old.id }))).toMatchObject({
      status: 404,
    });
  });

  it.each([
    ["empty", " "],
    ["too long", "x".repeat(65_537)],
  ])("are refused when %s", async (_what, body) => {
    const call = local.as("admin").rest.issues.createComment({ ...local.at, issue_number: 1, body });
    expect(await refusal(call)).toMatchObject({ status: 422 });
  });

  it("of others are not a reader's to change; strangers may comment on a public issue", async () => {
    const { data } = await local.as("admin").rest.issues.createComment({ ...local.at, issue_number: 1, body: "mine" });
    for (const call of [
      local.as("read").rest.issues.updateComment({ ...local.at, comment_id: data.id, body: "yours" }),
      local.as("read").rest.issues.deleteComment({ ...local.at, comment_id: data.id }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: 403 });
    }
    const said = await local.as("stranger").rest.issues.createComment({ ...local.at, issue_number: 1, body: "hello" });
    expect(said.data.author_association).toBe("NONE");
  });

  it("need the permission for what is commented on: an issue is not a pull request", async () => {
    const onlyPulls = await local.bot({ permissions: { pull_requests: "write" } });
    const call = onlyPulls.rest.issues.createComment({ ...local.at, issue_number: 1, body: "no" });
    expect(await refusal(call)).toMatchObject({ status: 403 });
  });
});

describe("labels", () => {
  it("are made and removed, with their events", async () => {
    const admin = local.as("admin");
    await local.news();
    await admin.rest.issues.createLabel({ ...local.at, name: "quick", color: "00ff00", description: "small" });
    expect((await admin.rest.issues.getLabel({ ...local.at, name: "QUICK" })).data.color).toBe("00ff00");
    await admin.rest.issues.addLabels({ ...local.at, issue_number: 1, labels: ["quick"] });
    await admin.rest.issues.deleteLabel({ ...local.at, name: "quick" });
    const { data: left } = await admin.rest.issues.listLabelsOnIssue({ ...local.at, issue_number: 1 });
    expect(left.map(({ name }) => name)).not.toContain("quick");
    expect(await names()).toEqual(["label.created", "issues.labeled", "label.deleted"]);
  });

  it("on an issue are added and removed; only differences are told", async () => {
    const admin = local.as("admin");
    const { data: issue } = await admin.rest.issues.create({ ...local.at, title: "labelled" });
    const on = { ...local.at, issue_number: issue.number };
    await local.news();
    await admin.rest.issues.addLabels({ ...on, labels: ["bug", "question"] });
    await admin.rest.issues.addLabels({ ...on, labels: ["Bug"] });
    await admin.rest.issues.removeLabel({ ...on, name: "bug" });
    await admin.rest.issues.removeAllLabels(on);
    const news = await local.news();
    expect(news.map(({ payload }) => `${payload.action} ${payload.label.name}`)).toEqual([
      "labeled bug",
      "labeled question",
      "unlabeled bug",
      "unlabeled question",
    ]);
    expect(await refusal(admin.rest.issues.removeLabel({ ...on, name: "bug" }))).toMatchObject({ status: 404 });
  });

  it("are refused twice, without a colour of six digits, and when they do not exist", async () => {
    const admin = local.as("admin");
    const twice = await refusal(admin.rest.issues.createLabel({ ...local.at, name: "BUG", color: "ffffff" }));
    expect(twice).toMatchObject({ status: 422, errors: [{ code: "already_exists" }] });
    expect(await refusal(admin.rest.issues.createLabel({ ...local.at, name: "x", color: "#fff" }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(admin.rest.issues.deleteLabel({ ...local.at, name: "nothing" }))).toMatchObject({
      status: 404,
    });
    expect((await admin.rest.issues.listLabelsForRepo({ ...local.at, per_page: 100 })).data.length).toBeGreaterThan(9);
  });
});

describe("assignees", () => {
  it("are those with access, and come and go one event at a time", async () => {
    const admin = local.as("admin");
    const { data: possible } = await admin.rest.issues.listAssignees(local.at);
    expect(possible.map(({ login }) => login).toSorted()).toEqual(["admin", "reader", "writer"]);
    expect((await admin.rest.issues.checkUserCanBeAssigned({ ...local.at, assignee: "writer" })).status).toBe(204);
    expect(
      await refusal(admin.rest.issues.checkUserCanBeAssigned({ ...local.at, assignee: "stranger" })),
    ).toMatchObject({ status: 404 });
    const { data: issue } = await admin.rest.issues.create({ ...local.at, title: "assigned" });
    const on = { ...local.at, issue_number: issue.number };
    await local.news();
    await admin.rest.issues.addAssignees({ ...on, assignees: ["writer", "reader"] });
    await admin.rest.issues.removeAssignees({ ...on, assignees: ["writer"] });
    expect((await local.news()).map(({ payload }) => `${payload.action} ${payload.assignee.login}`)).toEqual([
      "assigned writer",
      "assigned reader",
      "unassigned writer",
    ]);
  });
});

describe("reactions", () => {
  it("count once a person, can be listed and taken back by their author only", async () => {
    const admin = local.as("admin");
    const { data: comment } = await admin.rest.issues.createComment({ ...local.at, issue_number: 1, body: "react" });
    const to = { ...local.at, comment_id: comment.id };
    const bot = await local.bot();
    const first = await bot.rest.reactions.createForIssueComment({ ...to, content: "eyes" });
    const again = await bot.rest.reactions.createForIssueComment({ ...to, content: "eyes" });
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
    await admin.rest.reactions.createForIssueComment({ ...to, content: "rocket" });
    expect((await admin.rest.issues.getComment(to)).data.reactions).toMatchObject({
      total_count: 2,
      eyes: 1,
      rocket: 1,
    });
    const { data: eyes } = await admin.rest.reactions.listForIssueComment({ ...to, content: "eyes" });
    expect(eyes).toHaveLength(1);
    const remove = { ...to, reaction_id: first.data.id };
    expect(await refusal(admin.rest.reactions.deleteForIssueComment(remove))).toMatchObject({ status: 403 });
    await bot.rest.reactions.deleteForIssueComment(remove);
    expect(await refusal(bot.rest.reactions.deleteForIssueComment(remove))).toMatchObject({ status: 404 });
    const onIssue = { ...local.at, issue_number: 1 };
    const { data: heart } = await bot.rest.reactions.createForIssue({ ...onIssue, content: "heart" });
    expect((await bot.rest.reactions.listForIssue(onIssue)).data.map(({ id }) => id)).toEqual([heart.id]);
    await bot.rest.reactions.deleteForIssue({ ...onIssue, reaction_id: heart.id });
    expect(await refusal(bot.rest.reactions.createForIssue({ ...onIssue, content: "shrug" as "eyes" }))).toMatchObject({
      status: 422,
    });
  });
});
