/** Secrets planted wherever outside text comes from, looked for wherever the App writes. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redact, seek } from "../../src/redaction/redact.js";
import type { Secret } from "../../src/redaction/secret.js";
import { Script } from "../../src/sandbox/scripted-model/script.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { type BuiltApp, buildApp, startAppProcess } from "../support/app-process.js";
import { type FactoryWorld, startFactoryWorld } from "../support/factory-world.js";
import { specOfTasks, specTask } from "../support/product-spec.js";
import { stateNow } from "../support/product-story.js";
import { scriptedAnswers } from "../support/scripted-answers.js";
import { ENCODERS, secretsShown } from "../support/secret-encodings.js";
import { SECRETS } from "../support/secrets.js";
import { until } from "../support/until.js";

const FIRST_ENCODINGS = ["as it is", "base64 after one byte", "hex", "letter by letter", "a list of numbers"];
const written: { places: Map<string, string>; secrets: readonly Secret[] } = { places: new Map(), secrets: [] };
const held: { world?: FactoryWorld; app?: BuiltApp; folder?: string } = {};

/** Every secret in every encoding, one to a line. */
const planted = (secrets: readonly Secret[]) =>
  secrets.flatMap(({ value }) => Object.values(ENCODERS).map((encode) => `- ${encode(value)}`)).join("\n");

beforeAll(async () => {
  const world = await startFactoryWorld();
  held.world = world;
  const { privateKey, webhookSecret } = world.forge.app;
  const keyLine = privateKey.split("\n")[6] ?? "";
  const secrets = [
    { name: "key", value: keyLine, random: true },
    { name: "hook", value: webhookSecret, random: false },
    SECRETS.modelKey,
  ];
  written.secrets = [...secrets, SECRETS.oldToken];
  const folder = mkdtempSync(join(tmpdir(), "canary-"));
  held.folder = folder;
  const prompts: string[] = [];
  const model = await leakingModel(folder, secrets, prompts);
  held.app = await buildApp();
  const app = await startAppProcess(held.app, {
    ...(await world.variables()),
    ANTHROPIC_API_KEY: SECRETS.modelKey.value,
    ANTHROPIC_BASE_URL: model.url,
    RECORD_TO: join(folder, "recordings"),
    LOG_LEVEL: "trace",
  });
  world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  try {
    await play(world, `${planted(secrets)}\n- ${SECRETS.oldToken.value}`);
  } finally {
    await app.kill();
    await model.close();
  }
  written.places = new Map([
    ["prompts", prompts.join("\n")],
    ["recordings", textsIn(join(folder, "recordings"))],
    ["log", readFileSync(join(held.app.folder, "app.log"), "utf8")],
    ["conversation", await conversation(world)],
    ["commits", await commitsOf(world, folder)],
  ]);
});

afterAll(async () => {
  await held.world?.stop();
  held.app?.remove();
  if (held.folder !== undefined) rmSync(held.folder, { recursive: true, force: true });
});

describe("a secret that stands in SPEC.md, in an issue, in a comment and in a model's answer", () => {
  it.each(["prompts", "recordings", "log", "conversation", "commits"])("does not show in %s", (place) => {
    const text = written.places.get(place) ?? "";
    expect(text.length).toBeGreaterThan(500);
    expect(secretsShown(text, written.secrets)).toEqual([]);
    // Nor does a piece of one that the redaction itself would know.
    expect(redact(text, seek(written.secrets)) === text).toBe(true);
  });

  it.each(["prompts", "conversation", "commits"])("leaves a mark in %s, which stays readable", (place) => {
    expect(written.places.get(place)).toContain("[redacted: ");
    expect(written.places.get(place)).toContain("Keep a note");
  });
});

/** Answers every question of the product role with a spec that gives everything away. */
async function leakingModel(folder: string, secrets: readonly Secret[], prompts: string[]) {
  const leaks = secrets.flatMap(({ value }) => FIRST_ENCODINGS.map((name) => ENCODERS[name]?.(value) ?? value));
  const tasks = [
    specTask(1, { name: "Keep a note", description: `Keeps a note, and says ${leaks.join(" or ")}.` }),
    specTask(2, { name: "Find a note", depends_on: ["TSK-001"], subtasks: ["Look for a word", leaks[0] ?? ""] }),
  ];
  const scripts = join(folder, "script");
  mkdirSync(join(scripts, "product"), { recursive: true });
  for (const round of [1, 2]) {
    const answer = { ...specOfTasks(tasks), spec_version: `1.${round - 1}.0` };
    writeFileSync(join(scripts, `product/draft.${round}.yml`), writeYaml({ turns: [{ answer }] }, Script));
  }
  const scripted = await scriptedAnswers(scripts);
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    prompts.push(body.toString());
    const { method, headers } = request;
    const passedOn = send(`${scripted.url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await scripted.close();
    },
  };
}

async function play({ as, at, ...world }: FactoryWorld, secrets: string): Promise<void> {
  const admin = as("admin");
  world.install();
  const setup = await until("the set-up", async () => (await admin.rest.pulls.list({ ...at })).data[0]);
  await until("merging the set-up", async () =>
    admin.rest.pulls.merge({ ...at, pull_number: setup.number }).then(
      () => true,
      () => false,
    ),
  );
  const spec = `# Keep a note\n\nPeople keep notes.\n\n${secrets}\n`;
  await admin.rest.repos.createOrUpdateFileContents({
    ...at,
    path: "SPEC.md",
    message: "Say what is wanted",
    content: Buffer.from(spec).toString("base64"),
  });
  await admin.rest.issues.create({ ...at, title: "Keep a note", body: secrets, labels: ["factory"] });
  const shown = async () => {
    const product = (await stateNow({ as, at, ...world }))?.product;
    if (product?.phase !== "awaiting-approval" || product.pull_request === null) return undefined;
    return Math.floor(Date.now() / 1000) * 1000 > Date.parse(product.shown_at) ? product : undefined;
  };
  const first = await until("the spec", shown);
  const issue_number = first.pull_request ?? 0;
  await admin.rest.issues.createComment({ ...at, issue_number, body: `/factory amend TSK-002 keep ${secrets}` });
  await until("an answer to the comment", async () => {
    const { data } = await admin.rest.issues.listComments({ ...at, issue_number });
    return data.length > 1;
  });
}

/** What the App itself said. */
async function conversation({ as, at }: FactoryWorld): Promise<string> {
  const { rest } = as("admin");
  const { data: pulls } = await rest.pulls.list({ ...at, state: "all" });
  const { data: comments } = await rest.issues.listCommentsForRepo({ ...at, per_page: 100 });
  const own = comments.filter(({ user }) => user?.type === "Bot");
  return JSON.stringify([pulls.map(({ title, body }) => [title, body]), own.map(({ body }) => body)]);
}

/** Every version of every file that the App wrote, and its messages. What a person committed is theirs. */
async function commitsOf({ forge, at }: FactoryWorld, folder: string): Promise<string> {
  const run = promisify(execFile);
  const clone = join(folder, "clone.git");
  const url = `http://demo:${forge.users.admin.token}@${forge.host}/${at.owner}/${at.repo}.git`;
  await run("git", ["clone", "--quiet", "--mirror", url, clone]);
  const log = ["log", "--all", "-p", "--no-color", "--", ".", ":(exclude)SPEC.md"];
  return (await run("git", log, { cwd: clone, maxBuffer: 64_000_000 })).stdout;
}

function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")).join("\n");
}
