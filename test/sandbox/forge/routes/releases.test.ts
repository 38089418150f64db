import { describe, expect, it } from "vitest";
import { findRepository } from "../../../../src/sandbox/forge/lookup.js";
import { latestRelease } from "../../../../src/sandbox/forge/operations/repository/publish-release.js";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
const local = useForge({ clock: () => clock.now });
const tick = () => {
  clock.now += 1000;
};
const actions = async () =>
  (await local.news()).map(({ event, payload }) => [event, payload.action].filter(Boolean).join("."));
const release = (tag: string, more: object = {}) =>
  local.as("write").rest.repos.createRelease({ ...local.at, tag_name: tag, ...more });

describe("a release", () => {
  it("makes its tag at the target if there is none, and tells of both", async () => {
    const head = await commitOn(local.as("write"), local.at, { branch: "next", path: "a.txt", text: "a" });
    await local.news();
    const { data } = await release("v1.0.0", { target_commitish: "next", name: "One", body: "First." });
    expect(data).toMatchObject({
      tag_name: "v1.0.0",
      name: "One",
      body: "First.",
      draft: false,
      author: { login: "writer" },
    });
    const { data: ref } = await local.as("read").rest.git.getRef({ ...local.at, ref: "tags/v1.0.0" });
    expect(ref.object.sha).toBe(head);
    expect(await actions()).toEqual(["create", "push", "release.created", "release.published", "release.released"]);
  });

  it("takes the tag that exists, wherever the target is", async () => {
    const admin = local.as("admin");
    const { data: main } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    await admin.rest.git.createRef({ ...local.at, ref: "refs/tags/v1.1.0", sha: main.object.sha });
    await local.news();
    await release("v1.1.0", { target_commitish: "next", prerelease: true });
    const { data: ref } = await admin.rest.git.getRef({ ...local.at, ref: "tags/v1.1.0" });
    expect(ref.object.sha).toBe(main.object.sha);
    expect(await actions()).toEqual(["release.created", "release.published", "release.prereleased"]);
  });

  it.each([
    ["a second release of one tag", { tag_name: "v1.0.0" }, { code: "already_exists", field: "tag_name" }],
    [
      "an unknown target",
      { tag_name: "v2", target_commitish: "nowhere" },
      { code: "invalid", field: "target_commitish" },
    ],
    ["a tag that git cannot have", { tag_name: "v 2" }, { code: "custom", field: "tag_name" }],
    ["125,001 characters", { tag_name: "v2", body: "é".repeat(125_001) }, { code: "custom", field: "body" }],
  ])("is refused for %s", async (_why, body, error) => {
    const answer = await refusal(local.as("write").rest.repos.createRelease({ ...local.at, ...body }));
    expect(answer).toMatchObject({
      status: 422,
      message: "Validation Failed",
      errors: [{ resource: "Release", ...error }],
    });
    expect(await local.news()).toEqual([]);
  });

  it("may have 125,000 characters", async () => {
    const { data } = await release("long", { body: "é".repeat(125_000), draft: true });
    await local.as("write").rest.repos.deleteRelease({ ...local.at, release_id: data.id });
    await local.news();
  });

  it("is not for readers, nor for a token without contents:write", async () => {
    expect(await refusal(local.as("read").rest.repos.createRelease({ ...local.at, tag_name: "v9" }))).toMatchObject({
      status: 403,
    });
    const narrow = await local.bot({ permissions: { contents: "read" } });
    expect(await refusal(narrow.rest.repos.createRelease({ ...local.at, tag_name: "v9" }))).toMatchObject({
      status: 403,
    });
  });

  it("as a draft has no tag, is seen by writers only, and is published by an edit", async () => {
    const { data: draft } = await release("v2.0.0", { draft: true });
    expect(draft).toMatchObject({ draft: true, published_at: null });
    expect(await actions()).toEqual(["release.created"]);
    const one = { ...local.at, release_id: draft.id };
    expect(await refusal(local.as("read").rest.repos.getRelease(one))).toMatchObject({ status: 404 });
    expect((await local.as("write").rest.repos.getRelease(one)).data.id).toBe(draft.id);
    expect(await refusal(local.as("read").rest.git.getRef({ ...local.at, ref: "tags/v2.0.0" }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(local.as("write").rest.repos.getReleaseByTag({ ...local.at, tag: "v2.0.0" }))).toMatchObject({
      status: 404,
    });
    tick();
    const { data: published } = await local.as("write").rest.repos.updateRelease({ ...one, draft: false });
    expect(published).toMatchObject({ draft: false, published_at: "2026-03-01T12:00:01Z" });
    expect(await actions()).toEqual(["create", "push", "release.published", "release.released"]);
  });

  it("is edited, taken back and deleted; its tag stays", async () => {
    const writer = local.as("write");
    const { data } = await release("v3.0.0", { body: "before", prerelease: true });
    const one = { ...local.at, release_id: data.id };
    await local.news();
    await writer.rest.repos.updateRelease({ ...one, body: "after", prerelease: false });
    const [edited, released] = await local.news();
    expect(edited?.payload).toMatchObject({ action: "edited", changes: { body: { from: "before" } } });
    expect(edited?.payload.changes).not.toHaveProperty("name");
    expect(released?.payload.action).toBe("released");
    const { data: back } = await writer.rest.repos.updateRelease({ ...one, draft: true });
    expect(back.published_at).toBeNull();
    await writer.rest.repos.deleteRelease(one);
    expect(await actions()).toEqual(["release.unpublished", "release.deleted"]);
    expect(await refusal(writer.rest.repos.getRelease(one))).toMatchObject({ status: 404 });
    expect((await writer.rest.git.getRef({ ...local.at, ref: "tags/v3.0.0" })).data.ref).toBe("refs/tags/v3.0.0");
  });

  it("cannot be edited onto the tag of another, nor onto no tag", async () => {
    const { data } = await local.as("read").rest.repos.getReleaseByTag({ ...local.at, tag: "v2.0.0" });
    const one = { ...local.at, release_id: data.id };
    expect(await refusal(local.as("write").rest.repos.updateRelease({ ...one, tag_name: "v1.0.0" }))).toMatchObject({
      status: 422,
    });
    await local.as("write").rest.repos.updateRelease({ ...one, name: "Two" });
    expect((await local.as("read").rest.repos.getRelease(one)).data).toMatchObject({ name: "Two", tag_name: "v2.0.0" });
    await local.news();
  });
});

describe("the latest release", () => {
  const latest = () => {
    const repository = findRepository(local.forge.hub.state, local.at.owner, local.at.repo);
    return repository && latestRelease(repository)?.tagName;
  };

  it("is the newest that is neither draft nor prerelease nor told to stand back", async () => {
    expect(latest()).toBe("v2.0.0");
    tick();
    await release("v4.0.0-rc.1", { prerelease: true });
    await release("v4.0.0-draft", { draft: true });
    await release("v1.0.1", { make_latest: "false" });
    expect(latest()).toBe("v2.0.0");
    await release("pillar/module@4.0.0");
    expect(latest()).toBe("pillar/module@4.0.0");
    const { data: byTag } = await local
      .as("read")
      .rest.repos.getReleaseByTag({ ...local.at, tag: "pillar/module@4.0.0" });
    expect(byTag.tag_name).toBe("pillar/module@4.0.0");
    await local.news();
  });
});

describe("lists", () => {
  it("show releases newest first, a page at a time, without drafts for readers", async () => {
    const { data: seen } = await local.as("read").rest.repos.listReleases({ ...local.at, per_page: 2 });
    expect(seen.map(({ tag_name }) => tag_name)).toEqual(["pillar/module@4.0.0", "v1.0.1"]);
    const all = await local
      .as("write")
      .paginate(local.as("write").rest.repos.listReleases, { ...local.at, per_page: 2 });
    expect(all.map(({ tag_name }) => tag_name)).toContain("v4.0.0-draft");
  });

  it("show tags with their commits, annotated ones too", async () => {
    const admin = local.as("admin");
    const { data: main } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    const { data: tag } = await admin.rest.git.createTag({
      ...local.at,
      tag: "v10.0.0",
      message: "ten",
      object: main.object.sha,
      type: "commit",
    });
    await admin.rest.git.createRef({ ...local.at, ref: "refs/tags/v10.0.0", sha: tag.sha });
    const { data } = await admin.rest.repos.listTags(local.at);
    expect(data.slice(0, 2).map(({ name }) => name)).toEqual(["v10.0.0", "v4.0.0-rc.1"]);
    expect(data[0]?.commit.sha).toBe(main.object.sha);
    await local.news();
  });
});
