import { beforeAll, describe, expect, it } from "vitest";
import { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect, StateStore } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { sealEffects } from "../../../src/features/seals/seal-effects.js";
import { gitHubRepositoryReader } from "../../../src/github/store/repository-reader.js";
import { gitHubStateStore } from "../../../src/github/store/state-store.js";
import { judgeSeals } from "../../../src/jobs/seals/judge-seals.js";
import { watchSeals } from "../../../src/jobs/seals/watch-seals.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { commitOn, useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, RELEASE } from "../../support/release.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { planned, sha } from "../../support/task-work.js";

const SEALED = { "src/tag.ts": "export const tag = 1;\n" };
const DEPENDANT = aShippedContract({
  module_id: "MM-0002",
  dependencies: [{ ref: "MM-0001@^1.0.0", why: "It normalises tags first." }],
});

const local = useForge({
  files: {
    "SPEC.md": "# Notes\n",
    ".factory/config.yml": "{}\n",
    ...SEALED,
    ...shippedFiles(aShippedContract(), { sealed: SEALED }),
    ...shippedFiles(DEPENDANT),
  },
});
const { adapter, observe } = useGitHubAdapter(local);
const started = new Map<string, JobEffect>();
const world: { ports?: Ports; store?: StateStore } = {};

function ports(): Ports {
  if (world.ports === undefined) throw new Error("not started");
  return world.ports;
}

async function run(effect: JobEffect): Promise<void> {
  const { repository, port, gitHubFor } = adapter();
  const given = { reader: gitHubRepositoryReader(gitHubFor), forge: port, signal: new AbortController().signal };
  if (effect.kind === "judge-seals") await judgeSeals(repository, effect, given);
  else if (effect.kind === "watch-seals") await watchSeals(repository, effect, given);
  else throw new Error(`${effect.kind} is not of this story`);
}

/** Reconciles, runs the jobs that were started, and so on until none is; says how many there were. */
async function settle(): Promise<number> {
  expect(await reconcile(adapter().repository, ports())).toEqual({ kind: "settled" });
  const due = [...started.values()];
  started.clear();
  for (const effect of due) await run(effect);
  return due.length === 0 ? 0 : due.length + (await settle());
}

async function checksOn(ref: string, check_name = "factory / sealed") {
  const { data } = await local.as("read").rest.checks.listForRef({ ...local.at, ref, check_name });
  return data.check_runs.map(({ conclusion, output }) => ({ conclusion, ...output }));
}

async function proposed(branch: string, path: string, text: string) {
  const person = local.as("write");
  const head = await commitOn(person, local.at, { branch, path, text });
  const { data } = await person.rest.pulls.create({ ...local.at, head: branch, base: "main", title: branch });
  return { number: data.number, head };
}

const comments = async () =>
  (await local.as("read").rest.issues.listComments({ ...local.at, issue_number: 1 })).data.map(
    ({ body }) => body ?? "",
  );
const mainHead = async () =>
  (await local.as("read").rest.repos.getBranch({ ...local.at, branch: "main" })).data.commit.sha;

describe("what is sealed, on a real forge", () => {
  beforeAll(async () => {
    const { repository, gitHubFor, port } = adapter();
    await local.as("admin").rest.issues.create({ ...local.at, title: "Notes" });
    const store = gitHubStateStore(gitHubFor);
    world.store = store;
    world.ports = {
      state: store,
      forge: port,
      jobs: { start: (_, effect) => void started.set(effect.key, effect), cancelAll: () => {} },
      clock: { now: () => new Date().toISOString() },
      setupKit: null,
      backOff: async () => {},
    };
    const at = new Date().toISOString();
    const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] } }, { status: "RELEASED" });
    const state = ended({
      repository_id: repository.id,
      request: { issue: 1, title: "Notes", requester: "ada", lane: "full", requested_at: at },
      project,
      release: RELEASE.published,
      inbox: { since: at, seen: [], pending: [] },
    });
    const files = [{ path: ".factory/state.yml", text: writeYaml(state, FactoryState) }];
    await store.commit(repository, { expectedHead: null, message: "by hand", files });
  });

  it("says on the default branch that it holds what shipped, once", async () => {
    expect(await settle()).toBe(1);
    expect(await checksOn("main", "factory / shipped")).toEqual([
      expect.objectContaining({ conclusion: "success", title: "What shipped is what is here" }),
    ]);
    adapter().requests();
    expect(await settle()).toBe(0);
    const requests = adapter().requests();
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(requests.every((request) => request.startsWith("GET ") || request.endsWith("/graphql"))).toBe(true);
  });

  it("turns a person's pull request red that edits a sealed file, and green by a push that takes it back", async () => {
    const { head } = await proposed("mend-tag", "src/tag.ts", "export const tag = 2;\n");
    expect(await settle()).toBe(1);
    const [check] = await checksOn(head);
    expect(check).toMatchObject({ conclusion: "failure", title: "1 sealed file of MM-0001@1.0.0 would change" });
    expect(check?.summary).toContain("MM-0002@1.0.0 depend on MM-0001@1.0.0.");
    expect(check?.summary).toContain("the label `factory:quick`");
    expect(check?.summary).toContain(`say \`/factory undo ${t("a")}\` in #1`);
    expect(await settle()).toBe(0);
    const back = await commitOn(local.as("write"), local.at, {
      branch: "mend-tag",
      path: "src/tag.ts",
      text: SEALED["src/tag.ts"],
    });
    expect(await settle()).toBe(1);
    expect(await checksOn(back)).toEqual([expect.objectContaining({ conclusion: "success" })]);
    expect(await checksOn(head)).toHaveLength(1);
  });

  it("is green on a pull request about something else, and judges a merge group by its pull request", async () => {
    const { head, number } = await proposed("docs", "README.md", "# Notes\n");
    expect(await settle()).toBe(1);
    expect(await checksOn(head)).toEqual([expect.objectContaining({ conclusion: "success" })]);
    const group = await commitOn(local.as("admin"), local.at, {
      branch: `gh-readonly-queue/main/pr-${number}-${await mainHead()}`,
      path: "README.md",
      text: "# Notes\n",
    });
    expect(await settle()).toBe(1);
    expect(await checksOn(group)).toEqual([expect.objectContaining({ conclusion: "success" })]);
    expect(await settle()).toBe(0);
  });

  it("judges again when a pull request is turned to another branch and back", async () => {
    const admin = local.as("admin");
    await admin.rest.git.createRef({ ...local.at, ref: "refs/heads/next", sha: await mainHead() });
    const { data } = await admin.rest.pulls.list({ ...local.at, head: "acme:docs" });
    const pull_number = data[0]?.number ?? 0;
    for (const base of ["next", "main"]) {
      await admin.rest.pulls.update({ ...local.at, pull_number, base });
      expect(await settle()).toBeGreaterThan(0);
      expect(await settle()).toBe(0);
    }
  });

  it("stays neutral on a fork, with the reason", async () => {
    const stranger = local.as("stranger");
    await stranger.rest.repos.createFork(local.at);
    const there = { owner: "stranger", repo: local.at.repo };
    const head = await commitOn(stranger, there, { branch: "gift", path: "src/tag.ts", text: "gift\n" });
    await stranger.rest.pulls.create({ ...local.at, head: "stranger:gift", base: "main", title: "A gift" });
    expect(await settle()).toBe(1);
    const [check] = await checksOn(head);
    expect(check).toMatchObject({ conclusion: "neutral" });
    expect(check?.summary).toContain("comes from a fork");
  });

  it("is green on a task that builds the module's next version, and red after that task gave it up", async () => {
    const { number, head } = await proposed("factory/task", "src/tag.ts", "export const tag = 3;\n");
    const [module] = planned({ id: "MM-0001" }).modules;
    if (module === undefined) throw new Error("no module");
    const stage = { stage: "integrating", head, base: sha("9"), gates: null } as const;
    const modules = [{ ...module, module_ref: "MM-0001@1.1.0" }];
    const task = ended({
      project: aProject({ a: { is: "IN_PROGRESS", pull_request: number } }),
      work: { [t("a")]: { ...planned({ id: "MM-0001" }), stage, modules } },
    });
    const judge = async (state: FactoryState) => {
      const pending = sealEffects({ state, observed: await observe({ sealing: true }), config: aConfig() });
      const effect = pending.find((one) => one.kind === "judge-seals" && one.head === head);
      if (effect?.kind !== "judge-seals") throw new Error("nothing is owed");
      await run(effect);
      return checksOn(head);
    };
    expect(await judge(task)).toEqual([expect.objectContaining({ conclusion: "success" })]);
    expect(await judge(ended())).toEqual([expect.objectContaining({ conclusion: "failure" })]);
  });

  it("is red where a person writes the record of what shipped", async () => {
    const { head } = await proposed("new-record", ".factory/code-index/MM-0001@9.0.0.yml", "x: 1\n");
    await settle();
    const [check] = await checksOn(head);
    expect(check).toMatchObject({
      conclusion: "failure",
      title: "1 file of the record of what shipped would change",
    });
  });

  it("reports drift on the default branch once, on its commits and on the issue", async () => {
    const admin = local.as("admin");
    const drifted = await commitOn(admin, local.at, { branch: "main", path: "src/tag.ts", text: "drift\n" });
    await settle();
    const [check] = await checksOn(drifted, "factory / shipped");
    expect(check).toMatchObject({ conclusion: "failure" });
    expect(check?.summary).toContain("`src/tag.ts` of MM-0001@1.0.0 was modified");
    const told = async () => (await comments()).filter((body) => body.includes("has drifted from what shipped"));
    expect(await told()).toHaveLength(1);
    const after = await commitOn(admin, local.at, { branch: "main", path: "notes.txt", text: "more\n" });
    await settle();
    expect(await checksOn(after, "factory / shipped")).toEqual([expect.objectContaining({ conclusion: "failure" })]);
    expect(await told()).toHaveLength(1);
    const mended = await commitOn(admin, local.at, { branch: "main", path: "src/tag.ts", text: SEALED["src/tag.ts"] });
    await settle();
    expect(await checksOn(mended, "factory / shipped")).toEqual([expect.objectContaining({ conclusion: "success" })]);
  });
});
