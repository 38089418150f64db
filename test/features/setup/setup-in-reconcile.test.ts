import { beforeAll, describe, expect, it } from "vitest";
import type { Jobs, RepositoryRef } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { SetupKit } from "../../../src/features/setup/setup-kit.js";
import type { GitHubFor } from "../../../src/github/client/github.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { createInstallationLookup } from "../../../src/github/observe/installation-facts.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { commitOn, type TestForge, useForge } from "../../support/forge.js";
import { KIT } from "../../support/setup-kit.js";

const jobs: Jobs = { start: () => {}, cancelAll: () => {} };

/** The loop on this forge, each step with a token of its own that can do no more than it asks for. */
async function loopOn(local: TestForge): Promise<(kit?: SetupKit) => ReturnType<typeof reconcile>> {
  const { data } = await local.as("admin").rest.repos.get(local.at);
  const { data: installation } = await local.app().rest.apps.getRepoInstallation(local.at);
  const repository: RepositoryRef = {
    id: data.id,
    installation: installation.id,
    owner: local.at.owner,
    name: local.at.repo,
  };
  const gitHubFor: GitHubFor = (_, permissions) => local.bot({ permissions, repository_ids: [data.id] });
  return (kit = KIT) =>
    reconcile(repository, {
      state: gitHubStateStore(gitHubFor),
      forge: gitHubForge(gitHubFor, `${local.forge.app.slug}[bot]`, {
        appId: local.forge.app.id,
        installationOf: createInstallationLookup(local.app(), Date.now),
        gatesWorkflow: kit.workflow,
        now: Date.now,
      }),
      jobs,
      clock: { now: () => new Date().toISOString() },
      setupKit: kit,
      backOff: async () => {},
    });
}

const pullsOf = async (local: TestForge) =>
  (await local.as("read").rest.pulls.list({ ...local.at, state: "all" })).data.map(({ number, head, state }) => ({
    number,
    branch: head.ref,
    state,
  }));

describe("from installation to consent", () => {
  const local = useForge({ files: { "SPEC.md": "# Notes\n\nA Python library.\n" } });
  const world: { run?: Awaited<ReturnType<typeof loopOn>> } = {};
  const run = (kit?: SetupKit) => world.run?.(kit);

  beforeAll(async () => {
    world.run = await loopOn(local);
  });

  it("one pull request is opened, with workflow, configuration and scaffold, and nothing else is written", async () => {
    expect(await run()).toEqual({ kind: "settled" });
    expect(await pullsOf(local)).toEqual([{ number: 1, branch: "factory/setup", state: "open" }]);
    const { data: files } = await local.as("read").rest.pulls.listFiles({ ...local.at, pull_number: 1 });
    expect(files.map(({ filename }) => filename)).toEqual(
      expect.arrayContaining([".factory/config.yml", ".github/workflows/factory-gates.yml", "pyproject.toml"]),
    );
    const { data: refs } = await local.as("read").rest.git.listMatchingRefs({ ...local.at, ref: "heads/" });
    expect(refs.map(({ ref }) => ref)).toEqual(["refs/heads/factory/setup", "refs/heads/main"]);
    const { data: labels } = await local.as("read").rest.issues.listLabelsForRepo(local.at);
    expect(labels.some(({ name }) => name.startsWith("factory"))).toBe(false);
  });

  it("its head has a check run that names the obstacle", async () => {
    const { data: pull } = await local.as("read").rest.pulls.get({ ...local.at, pull_number: 1 });
    const { data } = await local.as("read").rest.checks.listForRef({ ...local.at, ref: pull.head.sha });
    expect(data.check_runs.map(({ name }) => name)).toEqual(["factory / doctor"]);
    expect(data.check_runs[0]?.output.summary).toContain(".factory/config.yml");
  });

  it("an early request is answered once: merge the set-up first", async () => {
    await local.as("write").rest.issues.create({ ...local.at, title: "Build it", labels: ["factory"] });
    expect(await run()).toEqual({ kind: "settled" });
    expect(await run()).toEqual({ kind: "settled" });
    const { data } = await local.as("read").rest.issues.listComments({ ...local.at, issue_number: 2 });
    expect(data.map(({ body }) => body)).toEqual([expect.stringContaining("Merge the set-up pull request #1 first")]);
  });

  it("merging it is consent: the labels are there and the product starts", async () => {
    await local.as("admin").rest.pulls.merge({ ...local.at, pull_number: 1, merge_method: "squash" });
    expect(await run()).toEqual({ kind: "settled" });
    const { data: labels } = await local.as("read").rest.issues.listLabelsForRepo({ ...local.at, per_page: 100 });
    expect(labels.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["factory", "factory:quick", "factory:task", "factory:halted"]),
    );
    const { data: state } = await local.as("read").rest.repos.getBranch({ ...local.at, branch: "factory/state" });
    expect(state.commit.commit.message).toContain("product-requested");
    expect(await pullsOf(local)).toHaveLength(1);
  });

  it("a newer workflow is proposed once, and closing that is the end of it", async () => {
    const newer = { ...KIT, workflow: `${KIT.workflow}# newer\n` };
    await run(newer);
    const [upgrade] = await pullsOf(local);
    expect(upgrade).toMatchObject({ branch: expect.stringMatching(/^factory\/upgrade-[0-9a-f]{8}$/), state: "open" });
    await local.as("admin").rest.pulls.update({ ...local.at, pull_number: upgrade?.number ?? 0, state: "closed" });
    await run(newer);
    expect(await pullsOf(local)).toHaveLength(2);
  });
});

describe("a set-up pull request that was closed", () => {
  const local = useForge({ files: { "SPEC.md": "# Notes\n" } });

  it("is not opened again", async () => {
    const run = await loopOn(local);
    await run();
    await local.as("admin").rest.pulls.update({ ...local.at, pull_number: 1, state: "closed" });
    expect(await run()).toEqual({ kind: "settled" });
    expect(await pullsOf(local)).toEqual([{ number: 1, branch: "factory/setup", state: "closed" }]);
  });
});

describe("a repository without a commit", () => {
  const local = useForge({ files: {} });

  it("waits until a file is added, and says so to each requester", async () => {
    const run = await loopOn(local);
    await local.as("write").rest.issues.create({ ...local.at, title: "Build it", labels: ["factory"] });
    expect(await run()).toEqual({ kind: "settled" });
    const { data } = await local.as("read").rest.issues.listComments({ ...local.at, issue_number: 1 });
    expect(data.map(({ body }) => body)).toEqual([expect.stringContaining("no commit yet")]);
    await local.as("admin").rest.repos.createOrUpdateFileContents({
      ...local.at,
      path: "SPEC.md",
      message: "Write the spec",
      content: Buffer.from("# Notes\n").toString("base64"),
    });
    expect(await run()).toEqual({ kind: "settled" });
    expect(await pullsOf(local)).toEqual([{ number: 2, branch: "factory/setup", state: "open" }]);
  });
});

describe("a stranger's pull request from a branch of our name", () => {
  const local = useForge({ files: { "SPEC.md": "# Notes\n" } });

  it("is not taken for the set-up", async () => {
    const run = await loopOn(local);
    const stranger = local.as("stranger");
    await stranger.rest.repos.createFork(local.at);
    const fork = { owner: local.forge.users.stranger.login, repo: local.at.repo };
    await commitOn(stranger, fork, { branch: "factory/setup", path: "gift.txt", text: "take it\n" });
    await stranger.rest.pulls.create({
      ...local.at,
      title: "Set up",
      head: `${fork.owner}:factory/setup`,
      base: "main",
    });
    expect(await run()).toEqual({ kind: "settled" });
    const { data } = await local.as("read").rest.pulls.list({ ...local.at, state: "all" });
    expect(data.map(({ head }) => head.label)).toEqual(["acme:factory/setup", "stranger:factory/setup"]);
  });
});
