import { describe, expect, it } from "vitest";
import { base64, commitOn, refusal, useForge } from "../../../support/forge.js";

const local = useForge();

describe("repositories", () => {
  it("are shown with what the asker may do", async () => {
    const { data: admin } = await local.as("admin").rest.repos.get(local.at);
    expect(admin).toMatchObject({
      full_name: "acme/product",
      default_branch: "main",
      visibility: "public",
      permissions: { admin: true },
    });
    const { data: read } = await local.as("read").rest.repos.get(local.at);
    expect(read.permissions).toEqual({ admin: false, maintain: false, push: false, triage: false, pull: true });
    expect((await (await local.bot()).rest.repos.get(local.at)).data.permissions).toMatchObject({
      push: true,
      admin: false,
    });
  });

  it("are created once a name, by people and in organisations they belong to", async () => {
    const writer = local.as("write");
    const { data: own } = await writer.rest.repos.createForAuthenticatedUser({
      name: "mine",
      auto_init: true,
      private: true,
    });
    expect(own).toMatchObject({ full_name: "writer/mine", private: true });
    expect(await refusal(writer.rest.repos.createForAuthenticatedUser({ name: "Mine" }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(writer.rest.repos.createForAuthenticatedUser({ name: "not a name" }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(writer.rest.repos.createInOrg({ org: "acme", name: "x" }))).toMatchObject({ status: 403 });
    const list = async (data: Promise<{ data: { full_name: string }[] }>) =>
      (await data).data.map(({ full_name }) => full_name);
    expect(await list(local.as("read").rest.repos.listForOrg({ org: "acme" }))).toEqual(["acme/product"]);
  });

  it("keep their id when renamed, and lead from the old name to the new one", async () => {
    const admin = local.as("admin");
    const { data: made } = await admin.rest.repos.createInOrg({ org: "acme", name: "before" });
    await admin.rest.repos.update({ owner: "acme", repo: "before", name: "after" });
    const { data: followed } = await admin.rest.repos.get({ owner: "acme", repo: "before" });
    expect(followed).toMatchObject({ id: made.id, full_name: "acme/after" });
    expect((await admin.request("GET /repositories/{id}", { id: made.id })).data.name).toBe("after");
    const raw = await fetch(`${local.forge.url}/api/v3/repos/acme/before/issues?page=2`, {
      redirect: "manual",
      headers: { authorization: `token ${local.forge.users.admin.token}` },
    });
    expect([raw.status, raw.headers.get("location")]).toEqual([
      301,
      `${local.forge.url}/api/v3/repos/acme/after/issues?page=2`,
    ]);
    expect(await refusal(admin.rest.repos.update({ owner: "acme", repo: "after", name: "product" }))).toMatchObject({
      status: 422,
    });
    await admin.rest.repos.createInOrg({ org: "acme", name: "before" });
    expect((await admin.rest.repos.get({ owner: "acme", repo: "before" })).data.id).not.toBe(made.id);
  });

  it("that are archived are read only, until they are unarchived", async () => {
    const admin = local.as("admin");
    await local.news();
    await admin.rest.repos.update({ ...local.at, archived: true });
    const write = () => admin.rest.issues.create({ ...local.at, title: "no" });
    expect(await refusal(write())).toEqual({ status: 403, message: "Repository was archived so is read-only." });
    expect((await admin.rest.issues.listForRepo(local.at)).status).toBe(200);
    await admin.rest.repos.update({ ...local.at, archived: false });
    expect((await write()).status).toBe(201);
    expect((await local.news()).map(({ event, payload }) => `${event}.${payload.action}`)).toEqual([
      "repository.archived",
      "repository.unarchived",
      "issues.opened",
    ]);
  });

  it("change their default branch to one that exists, and their visibility", async () => {
    const admin = local.as("admin");
    await commitOn(admin, local.at, { branch: "trunk", path: "t.txt", text: "t" });
    expect((await admin.rest.repos.update({ ...local.at, default_branch: "trunk" })).data.default_branch).toBe("trunk");
    expect(await refusal(admin.rest.repos.update({ ...local.at, default_branch: "nowhere" }))).toMatchObject({
      status: 422,
    });
    await admin.rest.repos.update({ ...local.at, default_branch: "main" });
    await admin.rest.repos.update({ ...local.at, private: true });
    expect(await refusal(local.as("stranger").rest.repos.get(local.at))).toMatchObject({ status: 404 });
    await admin.rest.repos.update({ ...local.at, visibility: "public" });
    expect(await refusal(local.as("write").rest.repos.update({ ...local.at, description: "no" }))).toMatchObject({
      status: 403,
    });
    expect((await admin.rest.repos.update({ ...local.at, has_issues: false })).data.has_issues).toBe(false);
    expect(await refusal(admin.rest.issues.create({ ...local.at, title: "no" }))).toMatchObject({ status: 410 });
    await admin.rest.repos.update({ ...local.at, has_issues: true });
  });

  it("that are deleted are gone, and their name is free", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.createInOrg({ org: "acme", name: "short-lived", auto_init: true });
    const there = { owner: "acme", repo: "short-lived" };
    expect(await refusal(local.as("write").rest.repos.delete(there))).toMatchObject({ status: 403 });
    await admin.rest.repos.delete(there);
    expect(await refusal(admin.rest.repos.get(there))).toMatchObject({ status: 404 });
    expect((await admin.rest.repos.createInOrg({ org: "acme", name: "short-lived" })).status).toBe(201);
  });
});

describe("a fork", () => {
  it("belongs to whoever makes it, once; its pull requests come to the parent and follow its pushes", async () => {
    const stranger = local.as("stranger");
    const { data: fork } = await stranger.rest.repos.createFork(local.at);
    expect(fork).toMatchObject({ full_name: "stranger/product", fork: true, parent: { full_name: "acme/product" } });
    expect((await stranger.rest.repos.createFork(local.at)).data.id).toBe(fork.id);
    const there = { owner: "stranger", repo: "product" };
    const sha = await commitOn(stranger, there, { branch: "gift", path: "gift.txt", text: "g" });
    await local.news();
    const { data: pull } = await stranger.rest.pulls.create({
      ...local.at,
      title: "A gift",
      head: "stranger:gift",
      base: "main",
    });
    expect(pull).toMatchObject({
      head: { sha, label: "stranger:gift", repo: { id: fork.id } },
      maintainer_can_modify: true,
      mergeable: true,
    });
    expect((await local.as("read").rest.pulls.list({ ...local.at, head: "stranger:gift" })).data).toHaveLength(1);
    const next = await commitOn(stranger, there, { branch: "gift", path: "gift.txt", text: "better" });
    const on = { ...local.at, pull_number: pull.number };
    expect((await stranger.rest.pulls.get(on)).data.head.sha).toBe(next);
    expect((await local.news()).map(({ payload }) => payload.action)).toEqual(["opened", "synchronize"]);
    const { data: compared } = await stranger.rest.repos.compareCommitsWithBasehead({
      ...local.at,
      basehead: "main...stranger:gift",
    });
    expect(compared.ahead_by).toBe(2);
    expect(await refusal(stranger.rest.pulls.merge(on))).toMatchObject({ status: 403 });
    expect((await local.as("write").rest.pulls.merge({ ...on, merge_method: "squash" })).data.merged).toBe(true);
    expect(
      await refusal(
        (await local.bot()).rest.repos.createOrUpdateFileContents({
          ...there,
          path: "x",
          message: "x",
          content: base64("x"),
        }),
      ),
    ).toMatchObject({ status: 403 });
  });

  it("that is deleted leaves its pull requests behind, without a repository", async () => {
    const stranger = local.as("stranger");
    const there = { owner: "stranger", repo: "product" };
    await commitOn(stranger, there, { branch: "late", path: "late.txt", text: "l" });
    const { data: pull } = await stranger.rest.pulls.create({
      ...local.at,
      title: "Late",
      head: "stranger:late",
      base: "main",
    });
    await stranger.rest.repos.delete(there);
    const { data } = await local.as("read").rest.issues.get({ ...local.at, issue_number: pull.number });
    expect(data.state).toBe("open");
    await local.as("admin").rest.issues.update({ ...local.at, issue_number: pull.number, state: "closed" });
  });
});

describe("collaborators", () => {
  it.each([
    ["pull", "read", "read"],
    ["triage", "read", "triage"],
    ["push", "write", "write"],
    ["maintain", "write", "maintain"],
    ["admin", "admin", "admin"],
  ] as const)("added with %s have permission %s and role %s", async (permission, folded, role_name) => {
    const admin = local.as("admin");
    const who = { ...local.at, username: "stranger" };
    const { status, data: invitation } = await admin.rest.repos.addCollaborator({ ...who, permission });
    const level = (await admin.rest.repos.getCollaboratorPermissionLevel(who)).data.role_name;
    expect({ status, level }, "invited is not added").toEqual({ status: 201, level: "read" });
    await local.as("stranger").rest.repos.acceptInvitationForAuthenticatedUser({ invitation_id: invitation.id });
    const { data } = await (await local.bot()).rest.repos.getCollaboratorPermissionLevel(who);
    expect([data.permission, data.role_name, data.user?.login]).toEqual([folded, role_name, "stranger"]);
    await admin.rest.repos.removeCollaborator(who);
    expect(await refusal(admin.rest.repos.checkCollaborator(who))).toMatchObject({ status: 404 });
  });

  it("from outside are invited once, may decline, and answer for nobody else", async () => {
    const [admin, stranger] = [local.as("admin"), local.as("stranger")];
    const who = { ...local.at, username: "stranger" };
    const { data: first } = await admin.rest.repos.addCollaborator({ ...who, permission: "push" });
    const { data: second } = await admin.rest.repos.addCollaborator({ ...who, permission: "admin" });
    expect([second.id, second.permissions, second.invitee?.login]).toEqual([first.id, "admin", "stranger"]);
    const open = async () => (await admin.rest.repos.listInvitations(local.at)).data.map(({ id }) => id);
    const mine = await stranger.rest.repos.listInvitationsForAuthenticatedUser();
    expect([mine.data.map(({ id }) => id), await open()]).toEqual([[first.id], [first.id]]);
    const answer = { invitation_id: first.id };
    const taken = local.as("read").rest.repos.acceptInvitationForAuthenticatedUser(answer);
    expect(await refusal(taken)).toMatchObject({ status: 404 });
    await stranger.rest.repos.declineInvitationForAuthenticatedUser(answer);
    expect(await open()).toEqual([]);
    expect(await refusal(admin.rest.repos.checkCollaborator(who))).toMatchObject({ status: 404 });
  });

  it("from inside are added at once", async () => {
    const username = "admin";
    const { status } = await local.as("admin").rest.repos.addCollaborator({ ...local.at, username });
    expect(status).toBe(204);
    await local.as("admin").rest.repos.addCollaborator({ ...local.at, username, permission: "admin" });
  });

  it("are listed by what they may do; others have read or nothing", async () => {
    const admin = local.as("admin");
    const list = async (filter: object) =>
      (await admin.rest.repos.listCollaborators({ ...local.at, ...filter })).data.map(({ login }) => login);
    expect(await list({})).toEqual(["admin", "writer", "reader"]);
    expect(await list({ permission: "push" })).toEqual(["admin", "writer"]);
    expect(await list({ permission: "admin" })).toEqual(["admin"]);
    expect((await admin.rest.repos.checkCollaborator({ ...local.at, username: "writer" })).status).toBe(204);
    const level = async (username: string) =>
      (await admin.rest.repos.getCollaboratorPermissionLevel({ ...local.at, username })).data.permission;
    expect([await level("writer"), await level("stranger")]).toEqual(["write", "read"]);
    await admin.rest.repos.update({ ...local.at, private: true });
    expect(await level("stranger")).toBe("none");
    await admin.rest.repos.update({ ...local.at, private: false });
    expect(
      await refusal(admin.rest.repos.getCollaboratorPermissionLevel({ ...local.at, username: "nobody" })),
    ).toMatchObject({ status: 404 });
    expect(
      await refusal(local.as("write").rest.repos.addCollaborator({ ...local.at, username: "stranger" })),
    ).toMatchObject({ status: 403 });
  });
});

describe("users and the API itself", () => {
  it("describe themselves", async () => {
    const admin = local.as("admin");
    expect((await admin.rest.users.getAuthenticated()).data).toMatchObject({ login: "admin", type: "User" });
    expect(await refusal((await local.bot()).rest.users.getAuthenticated())).toMatchObject({ status: 403 });
  });

  it("count requests in the headers of every answer", async () => {
    const admin = local.as("admin");
    const first = await admin.rest.repos.get(local.at);
    const second = await admin.rest.repos.get(local.at);
    const used = (answer: { headers: Record<string, unknown> }) => Number(answer.headers["x-ratelimit-used"]);
    expect(used(second)).toBe(used(first) + 1);
    expect(second.headers["x-ratelimit-limit"]).toBe("5000");
  });

  it("answer 404 to a route that does not exist, and say so loudly", async () => {
    local.log.length = 0;
    expect(await refusal(local.as("admin").request("GET /repos/acme/product/nonsense"))).toMatchObject({ status: 404 });
    expect(local.log).toEqual(["NO ROUTE GET /api/v3/repos/acme/product/nonsense"]);
  });
});
