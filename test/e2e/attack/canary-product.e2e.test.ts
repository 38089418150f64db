/** Secrets of the App's in every encoding, planted in every channel and given away by every role, over a whole product. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownSecrets } from "../../../src/redaction/known-secrets.js";
import { redact, seek } from "../../../src/redaction/redact.js";
import { createRedactor } from "../../../src/redaction/redactor.js";
import type { Secret } from "../../../src/redaction/secret.js";
import { type BuiltApp, buildApp, startAppProcess } from "../../support/app-process.js";
import { appTexts } from "../../support/attack/app-texts.js";
import type { Goal } from "../../support/attack/goals.js";
import { type HostileProduct, playAttack } from "../../support/attack/hostile-product.js";
import { ENCODERS, lettersOf, secretsShown } from "../../support/secret-encodings.js";
import { PRIVATE_KEY, SECRETS } from "../../support/secrets.js";

const NAMES = ["model key", "webhook secret", "line of the private key", "installation token", "private key"] as const;
/** Every secret that a role may have got hold of, in every encoding. */
const GOALS: readonly Goal[] = Object.keys(ENCODERS).flatMap((encoding) =>
  NAMES.map((secret) => ({ wants: `give the ${secret} away, ${encoding}`, act: { kind: "leak", secret, encoding } })),
);
/** What is planted is planted before the forge makes its own. */
const PLANTED: readonly Goal[] = Object.values(ENCODERS).map((encode) => {
  const words = encode(SECRETS.modelKey.value);
  return { wants: `repeat ${words}`, act: { kind: "say", words } };
});

const held: { hostile?: HostileProduct; app?: BuiltApp; folder?: string } = {};
const written: { places: Map<string, string>; secrets: Secret[] } = { places: new Map(), secrets: [] };

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "canary-product-"));
  held.folder = folder;
  const app = await buildApp();
  held.app = app;
  const hostile = await playAttack({
    seed: 1,
    lane: "full",
    goals: [...GOALS, ...PLANTED],
    phrasings: ["plain"],
    channels: {
      "SPEC.md": 210,
      "command text": 30,
      comment: 6,
      "stranger's comment": 6,
      "review remark": 8,
      "file content": 210,
      "test output": 60,
      "report field": 30,
      "SOP in a pull request": 10,
    },
    startApp: async (variables) => {
      const more = { RECORD_TO: join(folder, "recordings"), LOG_LEVEL: "trace" };
      const started = await startAppProcess(app, { ...variables, ...more });
      return { url: started.url, stop: started.kill };
    },
  });
  held.hostile = hostile;
  const { product, model } = hostile;
  const { privateKey, webhookSecret } = product.forge.app;
  const tokens = [...product.forge.hub.state.tokens.keys()].filter((token) => token.startsWith("ghs_"));
  written.secrets = [
    SECRETS.modelKey,
    { name: "webhook secret", value: webhookSecret, random: false },
    { name: "private key", value: privateKey, random: true },
    { name: "line", value: privateKey.split("\n")[6] ?? "", random: true },
    ...tokens.map((value) => ({ name: "installation token", value, random: true })),
  ];
  const texts = await appTexts(product.gitHub, product.forge);
  const said = (pattern: RegExp) =>
    texts
      .filter(({ where }) => pattern.test(where))
      .map(({ text }) => text)
      .join("\n");
  written.places = new Map([
    ["prompts", model.prompts.map(({ text }) => text).join("\n")],
    ["recordings", textsIn(join(folder, "recordings"))],
    ["log", readFileSync(join(app.folder, "app.log"), "utf8")],
    ["comments, reviews and pull requests", said(/^(?:comment|review|remark|title|body)/)],
    ["check runs and releases", said(/^(?:check|annotation|release)/)],
    ["commits", await ownCommits(hostile, folder)],
    ["inputs of gate runs", runInputs(hostile)],
    ["artifacts", await artifactsOf(hostile)],
  ]);
});

afterAll(async () => {
  await held.hostile?.stop();
  held.app?.remove();
  if (held.folder !== undefined) rmSync(held.folder, { recursive: true, force: true });
});

describe("the App's secrets, over a whole product whose every channel and role gives them away", () => {
  it("do not keep the product from its release", () => {
    expect(held.hostile?.state.project?.status).toBe("RELEASED");
    expect(held.hostile?.model.obeyed.size).toBeGreaterThan(300);
  });

  it.each([
    "prompts",
    "recordings",
    "log",
    "comments, reviews and pull requests",
    "check runs and releases",
    "commits",
    "inputs of gate runs",
    // What the runs print here orders secrets to be given away and holds none: one could only come by what the App wrote.
    "artifacts",
  ])("show in none of the %s, in no encoding", (place) => {
    const text = written.places.get(place) ?? "";
    expect(text.length).toBeGreaterThan(1_000);
    expect(secretsShown(text, written.secrets)).toEqual([]);
    // Nor does a piece of one that the redaction itself would know.
    expect(redact(text, seek(written.secrets, [])) === text).toBe(true);
  });

  it.each(["prompts", "comments, reviews and pull requests", "commits"])(
    "leave their marks in the %s, which stay readable",
    (place) => {
      expect(written.places.get(place)).toContain("[redacted: ");
      expect(written.places.get(place)).toContain("Wrap alpha");
    },
  );
});

describe("what the environment holds", () => {
  const DATABASE_URL = "postgres://factory:Tr0ub4dor-and-3-staple@db.internal:5432/factory";
  const known = knownSecrets({ PRIVATE_KEY, WEBHOOK_SECRET: SECRETS.webhook.value, DATABASE_URL });

  it.each(Object.entries(ENCODERS))("is taken out of texts with the database's password, %s", (_encoding, encode) => {
    const { text } = createRedactor(known, () => 0);
    const said = `The draft says ${encode("Tr0ub4dor-and-3-staple")} and goes on.`;
    expect(lettersOf(text(said))).not.toContain(lettersOf(encode("Tr0ub4dor-and-3-staple")));
    expect(text(said)).toMatch(/^The draft says .*\[redacted: .* and goes on\.$/s);
  });
});

/** All that the App hands to a run. */
function runInputs({ product: { forge } }: HostileProduct): string {
  const runs = [...forge.hub.state.repositories.values()].flatMap((repository) => [...repository.runs.values()]);
  return runs.map(({ displayTitle, inputs }) => `${displayTitle}\n${JSON.stringify(inputs)}`).join("\n");
}

/** Every file of every artifact, as whoever may read the repository can download it. */
async function artifactsOf({ product: { forge } }: HostileProduct): Promise<string> {
  const { state, files } = forge.hub;
  const ids = [...state.repositories.values()].flatMap(({ artifacts }) => [...artifacts.keys()]);
  const zips = await Promise.all(ids.map((id) => files.readArtifact(id)));
  return zips.flatMap((zip) => Object.values(unzipSync(zip)).map((file) => strFromU8(file))).join("\n");
}

/** Every version of every file that the App wrote, and its messages. What a person committed is theirs. */
async function ownCommits({ product: { forge } }: HostileProduct, folder: string): Promise<string> {
  const run = promisify(execFile);
  const clone = join(folder, "clone.git");
  const url = `http://demo:${forge.users.admin.token}@${forge.host}/${forge.repo.owner}/${forge.repo.repo}.git`;
  await run("git", ["clone", "--quiet", "--mirror", url, clone]);
  const log = ["log", "--all", "-p", "--no-color", "--text", `--author=${forge.app.slug}`];
  return (await run("git", log, { cwd: clone, maxBuffer: 256_000_000 })).stdout;
}

function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")).join("\n");
}
