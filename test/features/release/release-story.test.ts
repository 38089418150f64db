import { beforeAll, describe, expect, it } from "vitest";
import { CodeIndexEntry, indexEntryPath } from "../../../src/domain/index-entries/code-index-entry.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect, JobResult, RepositoryReader, RepositoryRef } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { ReleaseManifest } from "../../../src/features/release/rules/release-manifest.js";
import type { GitHub } from "../../../src/github/client/github.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { gitHubRepositoryReader } from "../../../src/github/store/repository-reader.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { prepareDeprecation } from "../../../src/jobs/deprecation/prepare-deprecation.js";
import { prepareRelease } from "../../../src/jobs/release/prepare-release.js";
import { tagRelease } from "../../../src/jobs/release/tag-release.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { useForge } from "../../support/forge.js";
import { aProject } from "../../support/project-state.js";
import { ended } from "../../support/release.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const REF = "MM-0001@1.0.0";
const local = useForge({
  files: {
    "SPEC.md": "# Notes\n",
    ".factory/config.yml": "{}\n",
    ...shippedFiles(aShippedContract()),
  },
});
const world: { ports?: Ports; repository?: RepositoryRef; reader?: RepositoryReader } = {};
const started: JobEffect[] = [];

function built() {
  const { ports, repository, reader } = world;
  if (ports === undefined || repository === undefined || reader === undefined) throw new Error("not started");
  return { ports, repository, reader };
}

/** Reconciles, runs the jobs that were started, brings their results back, and so on until nothing is started. */
async function settle(given?: JobResult): Promise<void> {
  const { ports, repository } = built();
  expect(await reconcile(repository, ports, given === undefined ? [] : [given])).toEqual({ kind: "settled" });
  const effect = started.at(-1);
  started.length = 0;
  if (effect !== undefined) await settle(await runJob(effect));
}

function runJob(effect: JobEffect): Promise<JobResult> {
  const { ports, repository, reader } = built();
  const { state, forge, clock } = ports;
  const jobPorts = { state, reader, forge, clock, signal: new AbortController().signal };
  switch (effect.kind) {
    case "prepare-release":
      return prepareRelease(repository, effect, jobPorts);
    case "tag-release":
      return tagRelease(repository, effect, jobPorts);
    case "prepare-deprecation":
      return prepareDeprecation(repository, effect, jobPorts);
    default:
      throw new Error(`${effect.kind} is not of this story`);
  }
}

async function stateNow(): Promise<FactoryState> {
  const { ports, repository } = built();
  const loaded = await ports.state.load(repository);
  if (loaded.kind !== "loaded") throw new Error("no state");
  return loaded.state;
}

const head = async () => (await local.as("read").rest.repos.getBranch({ ...local.at, branch: "main" })).data.commit.sha;
const textAt = async (path: string, ref: string) => {
  const { data } = await local.as("read").rest.repos.getContent({ ...local.at, path, ref });
  if (!("content" in data)) throw new Error(`${path} is no file`);
  return Buffer.from(data.content, "base64").toString("utf8");
};
const comments = async () =>
  (await local.as("read").rest.issues.listComments({ ...local.at, issue_number: 1 })).data.map(
    ({ body }) => body ?? "",
  );
const say = async (body: string) => {
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // GitHub's instants are whole seconds
  await local.as("write").rest.issues.createComment({ ...local.at, issue_number: 1, body });
};

describe("a release on a real forge", () => {
  beforeAll(async () => {
    const bot = await local.bot();
    const { data } = await bot.rest.repos.get(local.at);
    const gitHubFor = async (): Promise<GitHub> => bot;
    const repository = { id: data.id, installation: 1, owner: local.at.owner, name: local.at.repo };
    await local.as("admin").rest.issues.create({ ...local.at, title: "Notes" });
    // A tag that a person made before anything was released here.
    await local.as("admin").rest.git.createRef({ ...local.at, ref: "refs/tags/v1.0.0", sha: await head() });
    const state = gitHubStateStore(gitHubFor);
    world.repository = repository;
    world.reader = gitHubRepositoryReader(gitHubFor);
    world.ports = {
      state,
      forge: gitHubForge(gitHubFor, `${local.forge.app.slug}[bot]`, {
        appId: local.forge.app.id,
        installationOf: () => Promise.reject(new Error("nobody asks where there is a configuration")),
        gatesWorkflow: null,
        now: Date.now,
      }),
      jobs: {
        // What is sealed is another story.
        start: (_, effect) => void (effect.kind.endsWith("-seals") || started.push(effect)),
        cancelAll: () => {},
      },
      clock: { now: () => new Date().toISOString() },
      setupKit: null,
      backOff: async () => {},
    };
    const at = new Date().toISOString();
    const prepared = ended({
      repository_id: data.id,
      request: { issue: 1, title: "Notes", requester: "ada", lane: "full", requested_at: at },
      project: aProject({ a: { is: "SHIPPED", module_refs: [REF] }, b: { is: "ABANDONED" } }, { status: "PAUSED" }),
      inbox: { since: at, seen: [], pending: [] },
      baseline: { phase: "taken", full_run: { sha: await head(), passed: true, why: "gate 3" } },
    });
    const text = writeYaml(prepared, FactoryState);
    await state.commit(repository, {
      expectedHead: null,
      message: "by hand",
      files: [{ path: ".factory/state.yml", text }],
    });
  });

  it("does nothing while the project is paused", async () => {
    const before = await head();
    await settle();
    expect((await stateNow()).release).toBeNull();
    expect(await head()).toBe(before);
  });

  it("releases by itself once every task has ended: manifest by pull request, the next free tag, notes from contracts", async () => {
    await say("/factory resume");
    await settle();
    const { release, project } = await stateNow();
    expect(project?.status).toBe("RELEASED");
    expect(release).toMatchObject({ phase: "published", tag: "v1.0.1", commit: await head() });
    const id = release?.order.release_id;
    const manifest = readYaml("m", await textAt(`.factory/releases/${id}.yml`, "main"), ReleaseManifest);
    expect(manifest).toMatchObject({
      ok: true,
      value: { release_id: id, overall_result: "PASS", modules: [{ module_ref: REF, ship_ref: "SHIP-00000001" }] },
    });
    const published = await local.as("read").rest.repos.getReleaseByTag({ ...local.at, tag: "v1.0.1" });
    expect(published.data.body).toContain("Normalise tags");
    const tag = await local.as("read").rest.git.getRef({ ...local.at, ref: "tags/v1.0.1" });
    expect(tag.data.object.sha).toBe(await head());
    const pulls = await local.as("read").rest.pulls.list({ ...local.at, state: "all" });
    expect(pulls.data.map(({ head, merged_at }) => [head.ref, merged_at !== null])).toEqual([
      [`factory/release-${id}`, true],
    ]);
  });

  it("changes nothing more, and refuses another release with an answer", async () => {
    const before = await head();
    await say("/factory release");
    await settle();
    await settle();
    expect(await head()).toBe(before);
    expect((await comments()).filter((body) => body.includes("released already as `v1.0.1`"))).toHaveLength(1);
  });

  it("deprecates a shipped module by a pull request of its own, also after the release", async () => {
    await say(
      "/factory deprecate MM-0001@1.0.0\n\n```yaml\nreason: It folds no Unicode.\nmigration_note: Fold before you call it.\nreplacement: null\n```",
    );
    await settle();
    const entry = readYaml("e", await textAt(indexEntryPath(REF), "main"), CodeIndexEntry);
    expect(entry).toMatchObject({
      ok: true,
      value: { status: "DEPRECATED", notes: expect.stringContaining("Fold before you call it.") },
    });
    expect((await stateNow()).deprecations).toEqual([]);
    expect((await comments()).filter((body) => body.includes("MM-0001@1.0.0 is deprecated."))).toHaveLength(1);
  });
});
