import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { Contract } from "../../../src/domain/contract/contract.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { gitBlobSha } from "../../../src/domain/hash.js";
import { CodeIndexEntry } from "../../../src/domain/index-entries/code-index-entry.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { ExecutionLog } from "../../../src/features/shipping/execution-log.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import type { ScriptedTurn } from "../../../src/sandbox/scripted-model/script.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { skipsWorkflows } from "../../support/own-ci.js";
import {
  approveProduct,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import {
  AMENDED_TEST,
  AMENDMENT,
  type Answers,
  amended,
  failing,
  implemented,
  passing,
  proposal,
  smoothAnswers,
  sourceOf,
  sourceText,
  type Toy,
  testFileOf,
  testText,
  toy,
  toyTask,
  wrapped,
  write,
} from "../../support/toy-modules.js";

const run = promisify(execFile);

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const GAMMA = toy("gamma", 3, [ALPHA]);
const TOYS = [ALPHA, BETA, GAMMA];
const TASK = toyTask(1, TOYS);
const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));

/** Its tests are green, and still it is wrong: nobody asked it about an empty text. */
const DEFECT = sourceText(BETA).replace("alpha(text)", 'alpha(text || "nothing")');
const DEFECT_FOUND = "an empty text stays an empty text";
const REGRESSION_TEST = `
// @clause CL-OUTPUT-001
test("keeps an empty text empty", () => {
  assert.equal(beta(""), "${wrapped(BETA, "")}");
});
`;

const of = (role: string, module: Toy, activity: string, attempt = 1) =>
  `${role}/${TASK.id}/${module.id}.${activity}.${attempt}`;

const REVISION: ScriptedTurn[] = [
  {
    calls: [write(testFileOf(BETA), `${testText(BETA)}${REGRESSION_TEST}`), write(sourceOf(BETA), sourceText(BETA))],
  },
  { answer: { contract: null, examples: null, ...proposal(BETA) } },
];

const ANSWERS: Answers = {
  ...smoothAnswers([TASK]),
  [of("proposer", BETA, "implement")]: [{ calls: [write(sourceOf(BETA), DEFECT)] }, ...implemented(BETA).slice(1)],
  [of("challenger", BETA, "challenge")]: [{ answer: failing(BETA, { invariant: DEFECT_FOUND }) }],
  [of("proposer", BETA, "revise")]: REVISION,
  [of("challenger", BETA, "challenge", 2)]: [{ answer: passing(BETA) }],
  [of("arbiter", GAMMA, "adjudicate")]: [{ answer: AMENDMENT }],
  [of("proposer", GAMMA, "amend")]: amended(GAMMA, { applied: true }),
};

type Told = {
  readonly product: ScriptedProduct;
  readonly state: FactoryState;
  readonly pull: number;
  /** The default branch after the merge. */
  readonly clone: string;
};
const started: { product?: ScriptedProduct; told?: Told } = {};

function told(): Told {
  if (started.told === undefined) throw new Error("the task was not built");
  return started.told;
}

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  const outcome = readYaml(path, readFileSync(join(told().clone, path), "utf8"), schema);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const folderOf = ({ id }: Toy) => `.factory/modules/${id}/1.0.0`;
const git = async (...args: string[]) => (await run("git", args, { cwd: told().clone })).stdout.trim().split("\n");

beforeAll(async () => {
  const performRun = performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) });
  const product = await startScriptedProduct({ answers: ANSWERS, performRun });
  started.product = product;
  // Without its own guard, a module would still fail by that of its dependency: its error tests cannot tell.
  await approveProduct(product, "mutation: { require_per_clause: false }");
  const state = await untilState(product, "the task's end", (now) => now.project !== null && hasEnded(now));
  const task = state.project?.tasks[TASK.id];
  if (task?.status !== "SHIPPED" || task.pull_request === null)
    throw new Error(`the task is ${task?.status}: ${JSON.stringify(state.work[TASK.id]?.stage)}`);
  const clone = mkdtempSync(join(tmpdir(), "three-modules-"));
  const { host, repo, users } = product.forge;
  await run("git", ["clone", "--quiet", `http://x:${users.admin.token}@${host}/${repo.owner}/${repo.repo}.git`, clone]);
  started.told = { product, state, pull: task.pull_request, clone };
});

afterAll(async () => {
  await started.product?.stop();
  if (started.told !== undefined) rmSync(started.told.clone, { recursive: true, force: true });
});

describe("a task of three modules, judged by the real gates", () => {
  it("is one commit on the default branch, and every step on its own", async () => {
    expect(await git("log", "-1", "--format=%s", told().state.project?.tasks[TASK.id]?.merge_sha ?? "")).toEqual([
      `factory: ${TASK.id} - ${TASK.name}`,
    ]);
    const { product, pull } = told();
    const { data } = await product.gitHub.rest.pulls.listCommits({
      ...product.forge.repo,
      pull_number: pull,
      per_page: 100,
    });
    const steps = data.map(({ commit }) => commit.message.split("\n")[0] ?? "");
    // The task file; then contract and tests, code, evidence of each, with one revision and one amendment between.
    expect(steps).toHaveLength(1 + 3 + 4 + 4);
    expect(steps.every((subject) => subject.startsWith(`factory: ${TASK.id} - `))).toBe(true);
    expect(steps.filter((subject) => subject.includes("ship"))).toHaveLength(3);
    // Neither the task file nor the head that is merged keeps the repository's own workflows away; all between do.
    const seen = data.map(({ commit }) => !skipsWorkflows(commit.message));
    expect(seen).toEqual(steps.map((_, index) => index === 0 || index === steps.length - 1));
  });

  it.each(TOYS)("ships $key with a contract that hashes to its evidence, on tests that all passed", (module) => {
    const contract = read(`${folderOf(module)}/contract.yml`, Contract);
    const evidence = read(`${folderOf(module)}/ship.yml`, ShipEvidence);
    const log = read(`${folderOf(module)}/execution-log.yml`, ExecutionLog);
    expect(evidence.verification).toMatchObject({ result: "PASS", interface_fingerprint: fingerprint(contract) });
    expect(evidence.surface?.compiler).toMatch(/^typescript /);
    expect(evidence.surface?.exports).toEqual([{ name: module.key, signature: "(text: any) => string" }]);
    expect(log.summary.failed).toBe(0);
    // When the tests ran, which was before anybody debated them.
    expect(Date.parse(log.executed_at)).toBeLessThan(Date.parse(evidence.verified_at));
    expect(log.summary.total).toBe(module === ALPHA ? 2 : 3);
    const needs = module.needs.map(({ id }) => `${id}@1.0.0`);
    expect(evidence.dependencies.map(({ module_ref }) => module_ref)).toEqual(needs);
    for (const need of module.needs) {
      const locked = fingerprint(read(`${folderOf(need)}/contract.yml`, Contract));
      expect(evidence.dependencies.map((dependency) => dependency.fingerprint)).toContain(locked);
    }
  });

  it.each(TOYS)("seals the files of $key by their blobs", (module) => {
    const { sealed_files } = read(`${folderOf(module)}/ship.yml`, ShipEvidence);
    expect(sealed_files.map(({ path }) => path).sort()).toEqual([sourceOf(module), testFileOf(module)]);
    for (const { path, blob } of sealed_files)
      expect(blob).toBe(gitBlobSha(readFileSync(join(told().clone, path), "utf8")));
  });

  it.each(TOYS)("enters $key into the code index", (module) => {
    const entry = read(`.factory/code-index/${module.id}@1.0.0.yml`, CodeIndexEntry);
    expect(entry).toMatchObject({ module_id: module.id, status: "SHIPPED", superseded_by: null });
    expect(entry.dependencies).toEqual(module.needs.map(({ id }) => `${id}@^1.0.0`));
  });

  it("reviews each round once, the verdict first, with the objection on the line it is about", async () => {
    const { product, pull } = told();
    const at = { ...product.forge.repo, pull_number: pull, per_page: 100 };
    const { data: reviews } = await product.gitHub.rest.pulls.listReviews(at);
    expect(reviews.every(({ state }) => state === "COMMENTED")).toBe(true);
    const verdicts = reviews.map(({ body }) => body.split("\n").find((line) => line.startsWith("**")) ?? "");
    expect(verdicts.map((line) => /^\*\*([A-Z ]+)\*\*.*?(MM-\d+)/.exec(line)?.slice(1).join(" "))).toEqual([
      "PASS MM-0001",
      "APPROVED MM-0001",
      "FAIL MM-0002",
      "PASS MM-0002",
      "APPROVED MM-0002",
      "PASS MM-0003",
      "APPROVED WITH AMENDMENTS MM-0003",
    ]);
    expect(reviews[2]?.body).toContain(DEFECT_FOUND);
    expect(reviews[6]?.body).toContain(AMENDED_TEST);
    const { data: remarks } = await product.gitHub.rest.pulls.listReviewComments(at);
    const [remark] = remarks.filter(({ body }) => body.includes(DEFECT_FOUND));
    expect(remarks).toHaveLength(1);
    expect(remark?.path).toBe(`${folderOf(BETA)}/contract.yml`);
    expect(remark?.pull_request_review_id).toBe(reviews[2]?.id);
  });

  it("shows every gate green on the head that was merged", async () => {
    const { product, pull } = told();
    const { data: merged } = await product.gitHub.rest.pulls.get({ ...product.forge.repo, pull_number: pull });
    const { data } = await product.gitHub.rest.checks.listForRef({
      ...product.forge.repo,
      ref: merged.head.sha,
      per_page: 100,
    });
    // The watch over seals speaks beside the story, at its own pace.
    const own = data.check_runs.filter(({ name }) => /^factory \/ (?:gates|\d)/.test(name));
    const concluded = Object.fromEntries(own.map(({ name, conclusion }) => [name, conclusion]));
    // Each of the four by itself, and none that stands for all of them.
    expect(concluded).toEqual({
      "factory / 0 sanitization": "neutral",
      "factory / 1 contract": "neutral",
      "factory / 2 execution": "neutral",
      "factory / 3 integrity": "success",
    });
  });

  it("leaves code that runs, without the defect", async () => {
    const { clone } = told();
    for (const module of TOYS) {
      const built = await import(pathToFileURL(join(clone, sourceOf(module))).href);
      expect(built[module.key]("x")).toBe(wrapped(module, "x"));
      expect(built[module.key]("")).toBe(wrapped(module, ""));
      expect(() => built[module.key](1)).toThrow(TypeError);
    }
    const { stdout } = await run(process.execPath, ["--test", "--test-reporter=tap"], { cwd: clone });
    expect(stdout).toMatch(/^# fail 0$/m);
  });
});
