import { beforeAll, describe, expect, it } from "vitest";
import type { JobResult, Jobs, RepositoryRef } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { specDigest } from "../../../src/features/spec/approval.js";
import { DRAFT_PATH } from "../../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { useForge } from "../../support/forge.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n\nA place for notes.\n", ".factory/config.yml": "{}\n" } });
const draft = specOfTasks([
  specTask(1, { name: "Keep a note" }),
  specTask(2, { name: "Find a note", depends_on: ["TSK-001"] }),
]);
const asked: string[] = [];
const world: { ports?: Ports; repository?: RepositoryRef } = {};

/** A stand-in for the model: it remembers what it was asked and answers when the test says so. */
const jobs: Jobs = { start: (_, { key }) => void asked.push(key), cancelAll: () => {} };

function drafted(round: number): JobResult {
  return {
    events: [
      {
        kind: "spec-drafted",
        at: new Date().toISOString(),
        round,
        spec_digest: specDigest(draft),
        sources: [],
        usage: [],
      },
    ],
    files: [{ path: DRAFT_PATH, text: writeYaml(draft, ProductSpec) }],
  };
}

async function run(given?: JobResult) {
  if (world.ports === undefined || world.repository === undefined) throw new Error("not started");
  return reconcile(world.repository, world.ports, given === undefined ? [] : [given]);
}

const pulls = async () => (await local.as("read").rest.pulls.list({ ...local.at, state: "all" })).data;
const commentsOf = async (issue_number: number) =>
  (await local.as("read").rest.issues.listComments({ ...local.at, issue_number })).data;

describe("the loop on a real forge", () => {
  beforeAll(async () => {
    const bot = await local.bot();
    const { data } = await bot.rest.repos.get(local.at);
    const gitHubFor = async (): Promise<GitHub> => bot;
    world.repository = { id: data.id, installation: 1, owner: local.at.owner, name: local.at.repo };
    world.ports = {
      state: gitHubStateStore(gitHubFor),
      forge: gitHubForge(gitHubFor, `${local.forge.app.slug}[bot]`, {
        appId: local.forge.app.id,
        installationOf: () => Promise.reject(new Error("nobody asks where there is a configuration")),
        gatesWorkflow: null,
        now: Date.now,
      }),
      jobs,
      clock: { now: () => new Date().toISOString() },
      setupKit: null,
      backOff: async () => {},
    };
  });

  it("does nothing, and writes nothing, without a request", async () => {
    expect(await run()).toEqual({ kind: "settled" });
    expect(await local.as("read").rest.git.listMatchingRefs({ ...local.at, ref: "heads/factory" })).toMatchObject({
      data: [],
    });
  });

  it("starts with the label, keeps one status comment, and asks for a draft", async () => {
    await local.as("admin").rest.issues.create({ ...local.at, title: "Build it", labels: ["factory"] });
    expect(await run()).toEqual({ kind: "settled" });
    await run();
    const comments = await commentsOf(1);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("Writing the spec");
    expect(new Set(asked)).toEqual(new Set(["draft-1-1"]));
  });

  it("shows the draft in a pull request and waits", async () => {
    expect(await run(drafted(1))).toEqual({ kind: "settled" });
    const [pull] = await pulls();
    expect(pull).toMatchObject({
      number: 2,
      title: `Spec: ${draft.title}`,
      head: { ref: "factory/spec-1" },
      state: "open",
    });
    expect((await commentsOf(1))[0]?.body).toContain("The spec is ready for you");
  });

  it("refuses a reader's approval once, with an answer", async () => {
    await local.as("read").rest.issues.createComment({ ...local.at, issue_number: 2, body: "/factory approve" });
    await run();
    await run();
    const comments = await commentsOf(2);
    expect(comments.map(({ user }) => user?.login)).toEqual([
      local.forge.users.read.login,
      `${local.forge.app.slug}[bot]`,
    ]);
    expect(comments[1]?.body).toContain("write permission");
  });

  it("starts the project on approval: spec merged, task files and state in git, one pull request for the first task", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // GitHub's instants are whole seconds
    await local.as("write").rest.issues.createComment({ ...local.at, issue_number: 2, body: "/factory approve" });
    expect(await run()).toEqual({ kind: "settled" });
    const all = await pulls();
    expect(all.map(({ head, merged_at }) => [head.ref, merged_at !== null])).toEqual([
      ["factory/T-pillar-1-epic-1-story-1-001", false],
      ["factory/spec-1", true],
    ]);
    const tree = await local.as("read").rest.git.getTree({ ...local.at, tree_sha: "factory/state", recursive: "true" });
    expect(tree.data.tree.filter(({ type }) => type === "blob").map(({ path }) => path)).toEqual([
      ".factory/events.yml",
      ".factory/product/draft.yml",
      ".factory/project/pillar-1/epic-1/story-1/find-a-note/T-pillar-1-epic-1-story-1-002.md",
      ".factory/project/pillar-1/epic-1/story-1/keep-a-note/T-pillar-1-epic-1-story-1-001.md",
      ".factory/state.yml",
    ]);
    expect((await commentsOf(1))[0]?.body).toContain("0 of 2 tasks shipped");
  });

  it("writes nothing more once it has settled", async () => {
    const before = await local.as("read").rest.repos.getBranch({ ...local.at, branch: "factory/state" });
    expect(await run()).toEqual({ kind: "settled" });
    const after = await local.as("read").rest.repos.getBranch({ ...local.at, branch: "factory/state" });
    expect(after.data.commit.sha).toBe(before.data.commit.sha);
    expect(await pulls()).toHaveLength(2);
  });

  it("runs a command once when two replicas read it at the same time", async () => {
    const commits = async () =>
      (await local.as("read").rest.repos.listCommits({ ...local.at, sha: "factory/state" })).data;
    const before = await commits();
    await local.as("admin").rest.issues.createComment({ ...local.at, issue_number: 1, body: "/factory pause" });
    expect(await Promise.all([run(), run()])).toEqual([{ kind: "settled" }, { kind: "settled" }]);
    const moved = (await commits())
      .slice(0, -before.length)
      .filter(({ commit }) => commit.message.includes("project-paused"));
    expect(moved).toHaveLength(1);
  });
});
