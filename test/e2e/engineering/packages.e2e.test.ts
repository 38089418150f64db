import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GateRequest } from "../../../src/domain/gates/gate-request.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import type { PerformRun } from "../../../src/sandbox/forge/hub.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import { type NpmRegistry, startNpmRegistry } from "../../support/npm-registry.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  implemented,
  planOf,
  quickTask,
  sourceOf,
  sourceText,
  taskAnswers,
  toy,
  write,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const run = promisify(execFile);
const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));
const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const BRANCH = `factory/${TASK.id}`;

/** `brace` needs `brace-core`, and would leave a trace if its install script ever ran. */
const PACKAGES = [
  {
    name: "brace",
    version: "2.1.0",
    manifest: {
      type: "module",
      main: "index.js",
      dependencies: { "brace-core": "^1.0.0" },
      scripts: { install: "node -e \"require('node:fs').writeFileSync('installed', '')\"" },
    },
    files: {
      "index.js": 'import { braces } from "brace-core";\nexport const brace = (name, text) => braces(name, text);\n',
    },
  },
  {
    name: "brace-core",
    version: "1.4.0",
    manifest: { type: "module", main: "index.js" },
    files: { "index.js": "export const braces = (name, text) => `${name}(${text})`;\n" },
  },
];

const PLAN = {
  ...planOf(TASK),
  dependencies: [{ name: "brace", range: "^2.0.0", why: "puts a name and parentheses around a text" }],
};
const CODE = sourceText(ALPHA)
  .replace("/**", 'import { brace } from "brace";\n/**')
  .replace("`alpha(${text})`", 'brace("alpha", text)');

const MANIFEST = { name: "product", version: "0.1.0", private: true, type: "module", scripts: { test: "node --test" } };
const LOCK = {
  name: "product",
  version: "0.1.0",
  lockfileVersion: 3,
  requires: true,
  packages: { "": { name: "product", version: "0.1.0" } },
};
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const world: { registry?: NpmRegistry; product?: ScriptedProduct; forge: boolean } = { forge: false };

function told() {
  const { registry, product } = world;
  if (registry === undefined || product === undefined) throw new Error("nothing has started");
  return { registry, product };
}

/** The real runner, unless a test wants a report that no honest run would hand in. */
function runnerOrForger(): PerformRun {
  const real = performOnRunner({
    machine: { graceMs: 300 },
    actions: new Map([[SANDBOX_ACTION, ACTION]]),
  });
  const forged = quickGates(undefined, (report) => ({ ...report, ...stowaway() }));
  return (hub, repository, of) => {
    const { run_type } = GateRequest.parse(JSON.parse(String(of.inputs.request)));
    return (world.forge && run_type === "RESOLVE" ? forged : real)(hub, repository, of);
  };
}

/** All in order, but for one package that nobody asked for. */
function stowaway() {
  const { registry } = told();
  const entry = (name: string, version: string) => ({
    version,
    resolved: `${registry.url}/${name}/-/${name}-${version}.tgz`,
    integrity: `sha512-${"a".repeat(86)}==`,
  });
  const dependencies = { brace: "^2.1.0" };
  const packages = {
    "": { ...LOCK.packages[""], dependencies },
    "node_modules/brace": { ...entry("brace", "2.1.0"), dependencies: { "brace-core": "^1.0.0" } },
    "node_modules/brace-core": entry("brace-core", "1.4.0"),
    "node_modules/stowaway": entry("stowaway", "6.6.6"),
  };
  const command = { name: "resolve", command: "npm install", required: true, status: "PASSED", output: "" } as const;
  return {
    commands: [{ ...command, exit_code: 0, duration_ms: 1 }],
    resolved_files: [
      { path: "package.json", text: json({ ...MANIFEST, dependencies }) },
      { path: "package-lock.json", text: json({ ...LOCK, packages }) },
    ],
  };
}

/** The halt that comes after the one already seen. */
async function nextHalt(seen: readonly string[]) {
  const { product } = told();
  const state = await untilState(product, "another halt", ({ project }) => {
    const task = project?.tasks[TASK.id];
    return task?.status === "HALTED" && task.escalation_ref !== null && !seen.includes(task.escalation_ref);
  });
  const { escalation_ref: ref, pull_request: pull } = state.project?.tasks[TASK.id] ?? {};
  if (ref == null || pull == null) throw new Error("a halt has a card on a pull request");
  const escalation = await stateFile(product, escalationPath(ref), Escalation);
  const card = await until("its card", async () =>
    (await product.person.comments(pull)).find((body) => body.includes(`card:${ref}`)),
  );
  return { ref, pull, escalation, card };
}

async function say(pull: number, words: string) {
  await afterTheSecond();
  await told().product.person.comment(pull, words);
}

/** What stands ready on a card, to be sent as it is. */
const readyCommand = (card: string) => /\n(\/factory override [^\n]+)\n/.exec(card)?.[1] ?? "";

beforeAll(async () => {
  world.registry = await startNpmRegistry(PACKAGES);
  const answers = {
    ...taskAnswers(TASK),
    ...Object.fromEntries([1, 2, 3].map((attempt) => [`planner/${TASK.id}/plan.${attempt}`, [{ answer: PLAN }]])),
    [`proposer/${TASK.id}/${ALPHA.id}.implement.1`]: [
      { calls: [write(sourceOf(ALPHA), CODE)] },
      ...implemented(ALPHA).slice(1),
    ],
  };
  world.product = await startScriptedProduct({
    answers: { ...answers, ...later(answers) },
    performRun: runnerOrForger(),
    files: {
      "package.json": json(MANIFEST),
      "package-lock.json": json(LOCK),
      ".npmrc": `registry=${world.registry.url}/\n`,
      ".gitignore": "node_modules\n",
    },
  });
});

/** Modules are numbered through all attempts, so a later plan's module has another id. */
function later(answers: Readonly<Record<string, readonly unknown[]>>) {
  const copies = [2, 3].flatMap((number) =>
    Object.entries(answers)
      .filter(([question]) => question.includes(ALPHA.id))
      .map(([question, turns]) => [question.replace(ALPHA.id, toy("", number).id), turns]),
  );
  return Object.fromEntries(copies) as typeof answers & Record<string, never>;
}

afterAll(async () => {
  await world.product?.stop();
  await world.registry?.stop();
});

describe("packages that a plan declares", () => {
  it("are resolved by a run, admitted by rule, committed and built on; what breaks the rule never gets there", async () => {
    const { product, registry } = told();
    await consent(product);
    await askQuickly(product, TASK);
    const seen: string[] = [];

    const asked = await nextHalt(seen);
    seen.push(asked.ref);
    expect(asked.escalation.cause).toMatchObject({
      kind: "dependency-not-allowed",
      dependencies: [{ name: "brace", range: "^2.0.0" }],
    });
    expect(readyCommand(asked.card)).toContain("I agree to brace ^2.0.0");
    const { pull } = asked;
    const start = (await product.gitHub.rest.pulls.get({ ...product.forge.repo, pull_number: pull })).data.head.sha;

    registry.behave("hostile");
    await say(pull, readyCommand(asked.card));
    const refused = await nextHalt(seen);
    seen.push(refused.ref);
    if (refused.escalation.cause.kind !== "dependencies-refused") throw new Error(refused.escalation.cause.kind);
    const problems = refused.escalation.cause.problems.join("\n");
    expect(problems).toContain("brace@2.1.0 has no integrity hash");
    expect(problems).toContain("brace-core@1.4.0 has no integrity hash");
    expect(problems).toMatch(/brace@2\.1\.0 comes from http:\/\/127\.0\.0\.1:\d+, which is not in use here/);
    await say(pull, "/factory override it will be fine");
    await until("the refusal", async () =>
      (await product.person.comments(pull)).find((body) =>
        body.includes("Nothing is built before its packages are there"),
      ),
    );

    registry.behave("honest");
    world.forge = true;
    await say(pull, "/factory retry");
    const second = await nextHalt(seen);
    seen.push(second.ref);
    await say(pull, readyCommand(second.card));
    const slipped = await nextHalt(seen);
    seen.push(slipped.ref);
    expect(slipped.escalation.cause).toEqual({
      kind: "dependencies-refused",
      problems: ["stowaway@6.6.6 is new, but was not declared, and nothing that was declared needs it"],
    });
    const changed = await product.gitHub.rest.repos.compareCommitsWithBasehead({
      ...product.forge.repo,
      basehead: `${start}...${BRANCH}`,
    });
    expect(changed.data.files).toEqual([]);

    world.forge = false;
    await say(pull, "/factory retry");
    const third = await nextHalt(seen);
    seen.push(third.ref);
    await say(pull, readyCommand(third.card));
    const scripts = await nextHalt(seen);
    expect(scripts.escalation.cause).toEqual({ kind: "dependency-runs-scripts", packages: ["brace@2.1.0"] });
    await say(pull, readyCommand(scripts.card));
    seen.push(scripts.ref);
    const ended = await untilState(product, "the task to ship", ({ project }) => {
      const task = project?.tasks[TASK.id];
      return task?.status === "SHIPPED" || (task?.status === "HALTED" && !seen.includes(task.escalation_ref ?? ""));
    });
    expect(ended.project?.tasks[TASK.id]?.status, JSON.stringify(ended.work[TASK.id]?.stage)).toBe("SHIPPED");

    const manifest = JSON.parse(await fileOf(product, "package.json", "main"));
    expect(manifest).toEqual({ ...MANIFEST, dependencies: { brace: "^2.1.0" } });
    const lock = JSON.parse(await fileOf(product, "package-lock.json", "main"));
    expect(Object.keys(lock.packages)).toEqual(["", "node_modules/brace", "node_modules/brace-core"]);
    for (const name of ["brace", "brace-core"]) {
      expect(lock.packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/);
    }
    const { data: commits } = await product.gitHub.rest.pulls.listCommits({ ...product.forge.repo, pull_number: pull });
    const packages = commits.filter(({ commit }) => commit.message.includes("packages of"));
    expect(packages).toHaveLength(1);
    const { data: commit } = await product.gitHub.rest.repos.getCommit({
      ...product.forge.repo,
      ref: packages[0]?.sha ?? "",
    });
    expect(commit.files?.map(({ filename }) => filename).sort()).toEqual(["package-lock.json", "package.json"]);
  });

  it("are installed with the product, and have run no scripts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "packages-"));
    try {
      const { host, repo, users } = told().product.forge;
      const url = `http://x:${users.admin.token}@${host}/${repo.owner}/${repo.repo}.git`;
      await run("git", ["clone", "--quiet", url, folder]);
      await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
      const printed = await run(
        "node",
        ["-e", 'import("./src/alpha.js").then(({ alpha }) => console.log(alpha("x")))'],
        { cwd: folder },
      );
      expect(printed.stdout).toBe("alpha(x)\n");
      expect(existsSync(join(folder, "node_modules/brace/installed"))).toBe(false);
      expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toContain("brace-core");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
