import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIG_PATH, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { moduleRef } from "../../src/domain/ids.js";
import { indexEntryPath } from "../../src/domain/index-entries/code-index-entry.js";
import { requiredStateFiles } from "../../src/engine/state-files.js";
import { SHIPPED_CHECK } from "../../src/render/check-output.js";
import {
  askQuickly,
  consent,
  fileOf,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../support/scripted-product.js";
import { planOf, quickTask, taskAnswers, toy } from "../support/toy-modules.js";
import { until } from "../support/until.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const NOBODY = { ...planOf(TASK), modules: planOf(TASK).modules.map((module) => ({ ...module, depends_on: ["x"] })) };

/** The planner fails three times, so the task halts and everything waits for a person. */
const ANSWERS = {
  ...taskAnswers(TASK),
  [`planner/${TASK.id}/plan.1`]: [{ answer: NOBODY }, { answer: NOBODY }, { answer: NOBODY }],
  [`planner/${TASK.id}/plan.2`]: [{ answer: planOf(TASK) }],
  [`planner/${TASK.id}/plan.3`]: [{ answer: planOf(TASK) }],
};

/** What somebody whose state branch is broken is told to type. */
const REPAIR = readFileSync(new URL("../../.github/reference/troubleshooting.md", import.meta.url), "utf8")
  .split("\n")
  .filter((row) => /^git .*(?:FETCH_HEAD|HEAD:factory\/state)$/.test(row));

const told: { product?: ScriptedProduct; issue?: number } = {};

function world(): { product: ScriptedProduct; issue: number } {
  const { product, issue } = told;
  if (product === undefined || issue === undefined) throw new Error("the story was not told");
  return { product, issue };
}

beforeAll(async () => {
  const product = await startScriptedProduct({ answers: ANSWERS });
  told.product = product;
  await consent(product);
  told.issue = (await askQuickly(product, TASK)).issue;
  await untilState(product, "the halt", ({ project }) =>
    Object.values(project?.tasks ?? {}).some(({ status }) => status === "HALTED"),
  );
  // The halt is told in several commits; whoever damages a file waits until the last one is made.
  let head = "";
  await until("quiet", async () => {
    const before = head;
    await product.idle();
    head = await headOf("factory/state");
    return head === before;
  });
});
afterAll(() => told.product?.stop());

/** What somebody did to a file, and the words by which they are told where to look. */
type Damage = { readonly how: string; readonly to: (text: string) => string | Buffer; readonly told: RegExp };

const line = (text: string, word: string) => text.split("\n").findIndex((row) => row.startsWith(word)) + 1;

const DAMAGES: readonly Damage[] = [
  {
    how: "left a merge conflict in it",
    to: (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`,
    told: /:1: a merge conflict/,
  },
  { how: "cut it off in the middle", to: (text) => `${text.slice(0, text.length / 2)}\n  "open: [`, told: /:\d+: / },
  { how: "added a field", to: (text) => `${text}surprise: 1\n`, told: /:\d+: surprise\b/ },
  { how: "emptied it", to: () => "", told: /:\d+: / },
  { how: "made it binary", to: () => Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]), told: /:\d+: / },
];

async function put(path: string, branch: string, content: string | Buffer): Promise<string> {
  const { gitHub, forge } = world().product;
  const { data } = await gitHub.rest.repos.getContent({ ...forge.repo, path, ref: branch });
  if (Array.isArray(data)) throw new TypeError(`${path} is a folder`);
  const { data: made } = await gitHub.rest.repos.createOrUpdateFileContents({
    ...forge.repo,
    path,
    branch,
    message: `Touch ${path}`,
    content: Buffer.from(content).toString("base64"),
    sha: data.sha,
  });
  return made.commit.sha ?? "";
}

async function headOf(branch: string): Promise<string> {
  const { gitHub, forge } = world().product;
  return (await gitHub.rest.git.getRef({ ...forge.repo, ref: `heads/${branch}` })).data.object.sha;
}

async function stops(): Promise<string[]> {
  const { product, issue } = world();
  return (await product.person.comments(issue)).filter((body) => body.includes("Work has stopped"));
}

/** Damages the file, waits for what is said, proves that nothing was written over it, and puts it back. */
async function damage(path: string, branch: string, { to, told: words }: Pick<Damage, "to" | "told">): Promise<void> {
  const { product } = world();
  const before = await fileOf(product, path, branch);
  const said = (await stops()).length;
  const damaged = await put(path, branch, to(before));
  try {
    const newest = await until("what is wrong, in words", async () => (await stops())[said]);
    expect(newest).toContain(path);
    expect(newest).toMatch(words);
    await product.forge.idle();
    if (branch === "factory/state") expect(await headOf(branch)).toBe(damaged);
    expect(await stops()).toHaveLength(said + 1);
  } finally {
    await put(path, branch, before);
    await product.forge.idle();
  }
}

describe("a file of the factory's that somebody has damaged", () => {
  it.each(DAMAGES)("is named when it is the state, and never written over: they $how", async (done) => {
    await damage(STATE_PATH, "factory/state", done);
  });

  it("is named when the state is of a version that this App does not know", async () => {
    await damage(STATE_PATH, "factory/state", {
      to: (text) => text.replace(/^schema_version: 3$/m, "schema_version: 4"),
      told: new RegExp(`:${line(await fileOf(world().product, STATE_PATH, "factory/state"), "schema_version")}\\b`),
    });
  });

  it("is named when the state contradicts itself", async () => {
    await damage(STATE_PATH, "factory/state", {
      to: (text) => text.replace(/status: HALTED/, "status: BLOCKED"),
      told: /:\d+: .*BLOCKED/,
    });
  });

  it.each(DAMAGES)("is named when the state speaks of it: they $how", async (done) => {
    const { product } = world();
    const state = await product.person.state();
    const path = state === undefined ? undefined : requiredStateFiles(state).find((stored) => stored.endsWith(".yml"));
    if (path === undefined) throw new Error("the state speaks of no file");
    await damage(path, "factory/state", done);
  });

  it.each(DAMAGES.filter(({ how }) => how !== "emptied it"))(
    "is named when it is the configuration: they $how",
    async (done) => {
      await damage(CONFIG_PATH, "main", done);
    },
  );

  it("is restored by the commands of the troubleshooting page", async () => {
    expect(REPAIR).toHaveLength(2);
    const { product } = world();
    const { forge } = product;
    const before = await fileOf(product, STATE_PATH, "factory/state");
    const said = (await stops()).length;
    await put(STATE_PATH, "factory/state", `${before}typo: 1\n`);
    await until("what is wrong, in words", async () => (await stops())[said]);
    const folder = mkdtempSync(join(tmpdir(), "repair-"));
    try {
      const address = new URL(`${forge.url}/${forge.repo.owner}/${forge.repo.repo}.git`);
      Object.assign(address, { username: "x", password: forge.users.admin.token });
      const script = ["set -e", "git clone --quiet ADDRESS .", ...REPAIR].join("\n").replace("ADDRESS", address.href);
      const person = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map((name) => [name, "Ada"]);
      const mail = ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map((name) => [name, "ada@example.com"]);
      const env = { PATH: process.env.PATH, HOME: folder, ...Object.fromEntries([...person, ...mail]) };
      await promisify(execFile)("bash", ["-c", script], { cwd: folder, env });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(await fileOf(product, STATE_PATH, "factory/state")).toBe(before);
  });

  it("is named when a role reads it on a task's branch, and mended there as the troubleshooting page says", async () => {
    const { product, issue } = world();
    const { gitHub, forge } = product;
    const branch = `factory/${TASK.id}`;
    const sop = { ...forge.repo, path: ".factory/sops/errors.md", branch: "main" };
    const content = Buffer.from("---\n<<<<<<< HEAD\nid: a\n=======\nid: b\n>>>>>>> theirs\n---\nBe clear.\n");
    const { data } = await gitHub.rest.repos.createOrUpdateFileContents({
      ...sop,
      message: "Add an SOP",
      content: content.toString("base64"),
    });
    const said = (await stops()).length;
    const pull = await product.person.pullOf(branch);
    await product.person.comment(pull?.number ?? issue, "/factory retry");
    const newest = await until("what is wrong, in words", async () => (await stops())[said]);
    expect(newest).toContain(".factory/sops/errors.md:2: a merge conflict");
    await gitHub.rest.repos.deleteFile({ ...sop, message: "Remove the SOP", sha: data.content?.sha ?? "" });
    await gitHub.rest.repos.merge({ ...forge.repo, base: branch, head: "main" });
    await until("the question whether it goes on", async () =>
      (await product.person.comments(pull?.number ?? issue)).some((body) =>
        body.includes("admin pushed to the branch"),
      ),
    );
    // What is said in the second in which a card changed counts as said before it.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await stops()).toHaveLength(said + 1);
  });

  it("costs nothing but the wait: mended, the work goes on to its release", async () => {
    const { product, issue } = world();
    const pull = await product.person.pullOf(`factory/${TASK.id}`);
    await product.person.comment(pull?.number ?? issue, "/factory retry");
    await untilState(product, "the release", ({ project }) => project?.status === "RELEASED");
  });
});

describe("the record of a shipped module, damaged on the default branch", () => {
  const REF = moduleRef(ALPHA.id, "1.0.0");
  const FOLDER = `.factory/modules/${ALPHA.id}/1.0.0`;
  const future = (text: string) => text.replace(/^schema_version: .*$/m, "schema_version: 2.0.0");

  it.each([
    ...DAMAGES.map((done) => ({ ...done, path: `${FOLDER}/contract.yml` })),
    ...DAMAGES.map((done) => ({ ...done, path: `${FOLDER}/ship.yml` })),
    ...DAMAGES.map((done) => ({ ...done, path: indexEntryPath(REF) })),
    {
      how: "took it to a version of the future",
      to: future,
      told: /:\d+: schema_version/,
      path: `${FOLDER}/contract.yml`,
    },
  ])(
    "is named with its line where people look, and never written over: they $how ($path)",
    async ({ path, to, told: words }) => {
      const { product, issue } = world();
      const before = await fileOf(product, path, "main");
      const damaged = await put(path, "main", to(before));
      const place = path.replaceAll(".", "\\.");
      try {
        const summary = await until("a red check", async () => (await shippedCheck("failure"))?.summary);
        expect(summary).toMatch(new RegExp(place + words.source));
        // Said in the issue, too: once for each file, however it is damaged.
        const comments = await product.person.comments(issue);
        expect(
          comments.filter((body) => new RegExp(`${place}. cannot be read: .*${place}:\\d+: `).test(body)),
        ).toHaveLength(1);
        await product.forge.idle();
        expect(await headOf("main")).toBe(damaged);
      } finally {
        await put(path, "main", before);
      }
      await until("a green check", () => shippedCheck("success"));
    },
  );

  /** What the check on the default branch's head says, as soon as it has come to this conclusion. */
  async function shippedCheck(conclusion: string) {
    const { gitHub, forge } = world().product;
    const { data } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: "main", check_name: SHIPPED_CHECK });
    return data.check_runs.find((run) => run.conclusion === conclusion)?.output;
  }
});
