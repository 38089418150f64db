import { describe, expect, it } from "vitest";
import { commitOn, refusal, useForge } from "../../../support/forge.js";

const WORKFLOW = ".github/workflows/ci.yml";
const local = useForge({ files: { "a.txt": "a\n", [WORKFLOW]: "on: push\njobs: {}\n" } });
const NOT_ACCESSIBLE = { status: 403, message: "Resource not accessible by integration" };

describe("a new ref on a commit with other workflow files than the default branch", () => {
  let changes = 0;
  const commits = async () => {
    changes += 1;
    const admin = local.as("admin");
    const { data } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    await commitOn(admin, local.at, {
      branch: "main",
      path: WORKFLOW,
      text: `on: push # ${changes}\njobs: {}\n`,
    });
    return data.object.sha;
  };
  const narrow = () => local.bot({ permissions: { contents: "write" } });

  it("is refused to an App without the permission to write them: a tag, a branch, a release", async () => {
    const [old, bot] = [await commits(), await narrow()];
    const createRef = (ref: string) => bot.rest.git.createRef({ ...local.at, ref, sha: old });
    expect(await refusal(createRef("refs/tags/old"))).toMatchObject(NOT_ACCESSIBLE);
    expect(await refusal(createRef("refs/heads/old"))).toMatchObject(NOT_ACCESSIBLE);
    const release = { ...local.at, tag_name: "old", target_commitish: old };
    expect(await refusal(bot.rest.repos.createRelease(release))).toMatchObject(NOT_ACCESSIBLE);
  });

  it("is made with that permission, and by a person", async () => {
    const old = await commits();
    const bot = await local.bot({ permissions: { contents: "write", workflows: "write" } });
    expect((await bot.rest.git.createRef({ ...local.at, ref: "refs/tags/allowed", sha: old })).status).toBe(201);
    const person = local.as("write").rest;
    expect((await person.git.createRef({ ...local.at, ref: "refs/tags/of-a-person", sha: old })).status).toBe(201);
  });

  it("is made where a release takes a tag that is there", async () => {
    const [old, bot] = [await commits(), await narrow()];
    await local.as("admin").rest.git.createRef({ ...local.at, ref: "refs/tags/there", sha: old });
    const release = { ...local.at, tag_name: "there", target_commitish: old };
    expect((await bot.rest.repos.createRelease(release)).status).toBe(201);
  });

  it("is made on a commit that only lacks a file of the default branch", async () => {
    const admin = local.as("admin");
    const { data } = await admin.rest.git.getRef({ ...local.at, ref: "heads/main" });
    await commitOn(admin, local.at, {
      branch: "main",
      path: ".github/workflows/new.yml",
      text: "on: push\njobs: {}\n",
    });
    const bot = await narrow();
    expect((await bot.rest.git.createRef({ ...local.at, ref: "refs/tags/lacks", sha: data.object.sha })).status).toBe(
      201,
    );
  });
});
