/** The App as a process of its own at its start: refused, waiting for what is away, going on, and told to end while it waits. */
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appVariables } from "../../src/sandbox/app-variables.js";
import { type Forge, type ForgeOptions, startForge } from "../../src/sandbox/forge/forge.js";
import type { BeforeRequest } from "../../src/sandbox/forge/http/interceptors.js";
import { ok, rawReply } from "../../src/sandbox/forge/http/reply.js";
import { newKeyPair } from "../../src/sandbox/forge/seed.js";
import { freePort } from "../../src/sandbox/free-port.js";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { KEYS } from "../support/keys.js";
import { describeOnPostgres } from "../support/postgres.js";
import { type StartingApp, spawnApp } from "../support/starting-app.js";

const APP_KEYS = newKeyPair();
const TRIES_AGAIN = "The App tries again by itself.";
const held: { built?: BuiltApp } = {};
const atEnd: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  held.built = await buildApp();
});
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});
afterAll(() => held.built?.remove());

function start(variables: Readonly<Record<string, string>>): StartingApp {
  if (held.built === undefined) throw new Error("not built");
  const app = spawnApp(held.built, variables);
  atEnd.push(app.kill);
  return app;
}

async function forgeFor(options: ForgeOptions = {}): Promise<Forge> {
  const forge = await startForge({ keys: APP_KEYS, log: () => {}, ...options });
  atEnd.push(forge.stop);
  return forge;
}

const variablesFor = async (forge: Forge) =>
  appVariables(forge, { port: await freePort(), model: "recorded", confinement: "preferred" });

/** Whatever is asked at a path is answered so until `end` is called. */
function answering(forge: Forge, path: string, answer: () => BeforeRequest | Promise<BeforeRequest>) {
  const seen = { count: 0 };
  const end = forge.intercept({
    beforeRequest: (request) => {
      if (!request.path.endsWith(path)) return { kind: "pass" };
      seen.count += 1;
      return answer();
    },
  });
  return { seen, end };
}

/** A GitHub that takes the App's question and does not answer it before the test is over. */
function silence(forge: Forge) {
  const over = new Promise<BeforeRequest>((resolve) => {
    atEnd.push(() => resolve({ kind: "hang-up" }));
  });
  return answering(forge, "/app", () => over).seen;
}

const BAD_GATEWAY: BeforeRequest = {
  kind: "answer",
  reply: rawReply(502, "<html>Bad gateway</html>", "text/html"),
};

/** Up, and not ready for one reason. */
async function waitsBecause(app: StartingApp, reason: RegExp): Promise<void> {
  await expect.poll(() => app.problems()).toEqual([expect.stringMatching(reason)]);
  expect(await app.status("/healthz")).toBe(200);
  expect(await app.status("/readyz")).toBe(503);
}

const works = (app: StartingApp) => expect.poll(() => app.problems()).toEqual([]);

describe("a configuration that the App cannot start with", () => {
  it("is refused with all that is wrong, a line for each, and exit code 2", async () => {
    const app = start({
      APP_ID: "Iv1.abc",
      PRIVATE_KEY: KEYS.public,
      PORT: "http",
      DATABASE_URL: "postgres://u:pass@h:x/d",
    });
    expect(await app.ended).toBe(2);
    expect(app.said.out).toBe("");
    expect(app.said.err.split("\n").map((line) => line.split(" ").slice(0, 5).join(" "))).toEqual([
      "The App cannot start:",
      "  APP_ID must be",
      "  PRIVATE_KEY is a",
      "  WEBHOOK_SECRET is not",
      "  PORT must be",
      "  ANTHROPIC_API_KEY is not",
      "  DATABASE_URL cannot be",
      ".env.example explains each variable.",
      "",
    ]);
    expect(app.said.err).not.toContain("pass@");
  });

  it.each([
    ["no key", { PRIVATE_KEY: "abc" }, "  PRIVATE_KEY is not a private key: "],
    ["no model's key", { MODEL: "anthropic" }, "  ANTHROPIC_API_KEY is not set: "],
  ])("with %s says nothing but that", async (_, change, line) => {
    const forge = await forgeFor();
    const app = start({ ...(await variablesFor(forge)), ...change });
    expect(await app.ended).toBe(2);
    expect(app.said.err.split("\n")).toEqual([
      "The App cannot start:",
      expect.stringContaining(line),
      ".env.example explains each variable.",
      "",
    ]);
  });

  it("has a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    atEnd.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    const app = start({ ...(await variablesFor(await forgeFor())), PORT: String(port) });
    expect(await app.ended).toBe(2);
    expect(app.said.err).toContain(`\n  PORT ${port} is taken on 127.0.0.1: `);
  });
});

describe("a GitHub that is away at the start", () => {
  it("is waited for: deliveries are refused meanwhile, and everything goes on when it is there", async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), "late-forge-"));
    atEnd.push(() => rmSync(dataDirectory, { recursive: true }));
    const before = await startForge({ keys: APP_KEYS, log: () => {}, dataDirectory });
    const variables = await variablesFor(before);
    await before.stop();
    const app = start(variables);
    await waitsBecause(
      app,
      /^GitHub cannot be reached at http:\S+ \(.*ECONNREFUSED.*\)\. Check the network, HTTPS_PROXY/,
    );
    expect(await app.deliver()).toBe(503);
    await forgeFor({ dataDirectory, port: Number(before.host.split(":")[1]) });
    await works(app);
    expect(await app.deliver()).toBe(200);
    expect(app.complaints().filter((line) => line.endsWith(TRIES_AGAIN))).toHaveLength(1);
    expect(app.said.out).toContain("GitHub answers now; the App goes on");
    expect(await app.end()).toBe(0);
  });

  it("may be a gateway in its place, which is told once however often it answers", async () => {
    const forge = await forgeFor();
    const { seen, end } = answering(forge, "/app", () => BAD_GATEWAY);
    const app = start(await variablesFor(forge));
    await waitsBecause(app, /^GitHub answered 502 at http:\S+ \(<html>Bad gateway<\/html>\)\.$/);
    await expect.poll(() => seen.count).toBeGreaterThan(2);
    end();
    await works(app);
    expect(app.complaints()).toEqual([
      expect.stringMatching(/^GitHub answered 502 .* The App tries again by itself\.$/),
    ]);
  });

  it("may go away again before the first sweep is through: deliveries are taken, and the sweep is tried again", async () => {
    const forge = await forgeFor();
    const { end } = answering(forge, "/app/installations", () => BAD_GATEWAY);
    const app = start(await variablesFor(forge));
    await waitsBecause(app, /^GitHub answered 502 at /);
    expect(await app.deliver()).toBe(200);
    end();
    await works(app);
  });

  it("may say nothing at all", async () => {
    const forge = await forgeFor();
    silence(forge);
    const app = start(await variablesFor(forge));
    await waitsBecause(app, /^GitHub cannot be reached at http:\S+ \(The operation was aborted due to timeout\)\./);
  });

  it("does not keep an App from ending that is told to, whether it says nothing or is not there", async () => {
    const forge = await forgeFor();
    const seen = silence(forge);
    const silent = start(await variablesFor(forge));
    await expect.poll(() => seen.count).toBe(1);
    expect(await silent.status("/healthz")).toBe(200);
    expect(await silent.end()).toBe(0);
    const gone = start({ ...(await variablesFor(forge)), GHE_HOST: `127.0.0.1:${await freePort()}` });
    await waitsBecause(gone, /^GitHub cannot be reached/);
    expect(await gone.end()).toBe(0);
    expect(gone.said.err).toBe("");
  });
});

describe("a GitHub that does not know the App", () => {
  it.each([
    ["another App's number", { APP_ID: "999999" }],
    ["another App's key", { PRIVATE_KEY: KEYS.pkcs8 }],
  ])("is told of in the doctor's words, with %s", async (_, change) => {
    const forge = await forgeFor();
    const app = start({ ...(await variablesFor(forge)), ...change });
    await waitsBecause(
      app,
      /^GitHub does not accept APP_ID and PRIVATE_KEY at http:\S+ Compare both with the App's settings/,
    );
    expect(app.complaints()).toEqual([expect.stringContaining("GitHub does not accept APP_ID and PRIVATE_KEY")]);
    expect(await app.end()).toBe(0);
  });

  it("may not be a GitHub at all", async () => {
    const forge = await forgeFor();
    answering(forge, "/app", () => ({ kind: "answer", reply: ok({}) }));
    const app = start(await variablesFor(forge));
    await waitsBecause(app, /^What answers at http:\S+ is not GitHub\. Check GHE_HOST/);
  });
});

describeOnPostgres("a database that is away at the start", (postgres) => {
  it("is waited for, and everything goes on when it is there", async () => {
    const forge = await forgeFor();
    const DATABASE_URL = await postgres().createDatabase();
    await postgres().down();
    const app = start({ ...(await variablesFor(forge)), DATABASE_URL });
    await waitsBecause(
      app,
      /^The database of DATABASE_URL cannot be used\. It says: .*ECONNREFUSED.* Start it, or correct/,
    );
    await postgres().up();
    await works(app);
    expect(await app.deliver()).toBe(200);
    expect(app.complaints()).toEqual([expect.stringMatching(/^The database of DATABASE_URL cannot be used/)]);
    expect(await app.end()).toBe(0);
  });

  it("is told of beside a GitHub that is away, and the App ends when it is told to", async () => {
    const forge = await forgeFor();
    const DATABASE_URL = (await postgres().createDatabase()).replace(/[^/]+$/, "nothing_of_that_name");
    const app = start({ ...(await variablesFor(forge)), DATABASE_URL, GHE_HOST: `127.0.0.1:${await freePort()}` });
    await expect
      .poll(async () => [...((await app.problems()) ?? [])].sort())
      .toEqual([
        expect.stringMatching(/^GitHub cannot be reached/),
        expect.stringMatching(/It says: database "nothing_of_that_name" does not exist/),
      ]);
    expect(await app.end()).toBe(0);
  });
});
