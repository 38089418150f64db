import { describe, expect, it } from "vitest";
import { whyNotMerged } from "../../../src/features/merging/why-not-merged.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { observe, perform, adapter } = useGitHubAdapter(local);
const admin = () => local.as("admin").rest;
const pullOf = async (branch: string) => (await observe({ branches: [branch] })).pulls[0];

/** So many pull requests of a stranger, from a branch of the same name in a fork, each closed again. */
async function flood(branch: string, times: number): Promise<void> {
  const stranger = local.as("stranger");
  await stranger.rest.repos.createFork(local.at);
  const there = { owner: "stranger", repo: local.at.repo };
  await commitOn(stranger, there, { branch, path: "flood.txt", text: "x\n" });
  for (let time = 0; time < times; time += 1) {
    const opened = { ...local.at, head: `stranger:${branch}`, base: "main", title: "A gift" };
    const { data } = await stranger.rest.pulls.create(opened);
    await stranger.rest.pulls.update({ ...local.at, pull_number: data.number, state: "closed" });
  }
}

describe("pull requests of a fork's branch of the same name", () => {
  it.each([4, 101])("do not hide ours, also when there are %i newer ones", async (times) => {
    const branch = `factory/flooded-${times}`;
    const { number } = await openedPull(local, { branch });
    await flood(branch, times);
    expect(await pullOf(branch)).toMatchObject({ number, state: "open" });
  });

  it("are none of ours where there is none", async () => {
    await flood("factory/theirs", 4);
    expect(await pullOf("factory/theirs")).toBeUndefined();
  });

  it("cost no further request where ours is listed", async () => {
    await openedPull(local, { branch: "factory/quiet" });
    await pullOf("factory/quiet");
    await flood("factory/quiet", 2);
    adapter().requests();
    await pullOf("factory/quiet");
    expect(adapter().requests()).toHaveLength(1);
  });
});

describe("a pull request of ours that somebody gives another base", () => {
  const opened = async (branch: string) => {
    const { number, head } = await openedPull(local, { branch });
    await commitOn(await local.bot(), local.at, { branch: `${branch}-base`, path: "base.txt", text: "base\n" });
    await admin().pulls.update({ ...local.at, pull_number: number, base: `${branch}-base` });
    return { number, head, base: `${branch}-base` };
  };

  it("is not merged, and the wait says how to go on", async () => {
    const { number, head } = await opened("factory/retargeted");
    const pull = await pullOf("factory/retargeted");
    expect(pull && whyNotMerged(pull)).toBe(
      "its base was changed to `factory/retargeted-base`, and it is judged for `main`: change its base back",
    );
    const merge = {
      kind: "merge-pull-request",
      key: `merge-${number}`,
      number,
      head,
      title: "A",
      message: "",
    } as const;
    expect(await perform(merge)).toBe(false);
    await admin().pulls.update({ ...local.at, pull_number: number, base: "main" });
    expect(await pullOf("factory/retargeted")).toMatchObject({ mergeBlockedBy: null });
    expect(await perform(merge)).toBe(true);
  });

  it("counts as closed when it is merged there, and as merged as soon as the default branch has it", async () => {
    const { number, base } = await opened("factory/elsewhere");
    await admin().pulls.merge({ ...local.at, pull_number: number, merge_method: "merge" });
    expect(await pullOf("factory/elsewhere")).toMatchObject({ state: "closed", mergeSha: null, mergeTree: null });
    await admin().repos.merge({ ...local.at, base: "main", head: base });
    expect(await pullOf("factory/elsewhere")).toMatchObject({ state: "merged", mergeSha: expect.any(String) });
  });

  it("counts as merged after another branch became the default one", async () => {
    const { number } = await openedPull(local, { branch: "factory/renamed" });
    const { data } = await admin().pulls.merge({ ...local.at, pull_number: number });
    await admin().git.createRef({ ...local.at, ref: "refs/heads/trunk", sha: data.sha });
    await admin().repos.update({ ...local.at, default_branch: "trunk" });
    expect(await pullOf("factory/renamed")).toMatchObject({ state: "merged", mergeSha: data.sha });
  });
});
