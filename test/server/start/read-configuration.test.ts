import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import { appVariables } from "../../../src/sandbox/app-variables.js";
import { freePort } from "../../../src/sandbox/free-port.js";
import { Env } from "../../../src/server/env.js";
import { readConfiguration } from "../../../src/server/start/read-configuration.js";
import { openApp } from "../../../src/server/start/start-app.js";
import { whyUnreadable } from "../../../src/server/start/why-unreadable.js";
import { KEYS } from "../../support/keys.js";
import { readEnv } from "../../support/read-env.js";

type Variables = Readonly<Record<string, string | undefined>>;
const taken = createServer();
const made: { folder?: string; port?: number } = {};

beforeAll(async () => {
  made.folder = mkdtempSync(join(tmpdir(), "configuration-"));
  made.port = await freePort();
  writeFileSync(join(made.folder, "key.pem"), KEYS.good);
  writeFileSync(join(made.folder, "public.pem"), KEYS.public);
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  taken.close();
  rmSync(made.folder ?? "", { recursive: true });
});

const inFolder = (name: string) => join(made.folder ?? "", name);
const good = (): Variables => ({
  APP_ID: "7",
  PRIVATE_KEY: KEYS.oneLine,
  WEBHOOK_SECRET: "secret",
  ANTHROPIC_API_KEY: "sk-ant-key",
  HOST: "127.0.0.1",
  PORT: String(made.port),
});

/** The lines of the list that are about a variable. */
async function problemsWith(change: Variables): Promise<string[]> {
  const outcome = await readConfiguration({ ...good(), ...change });
  if (outcome.ok) return [];
  const [first, ...lines] = outcome.refusal.message.split("\n");
  expect(first).toBe("The App cannot start:");
  expect(lines.pop()).toBe(".env.example explains each variable.");
  return lines.map((line) => line.trim());
}

const NUMBER = "APP_ID must be the App's number (App ID, not Client ID), from its settings page";
const WHOLE = "it must be the App's whole .pem file on one line, each line end written as \\n";
const ANOTHER = "generate a private key on the App's settings page and give its .pem file";
const HOST_NAME = /^GHE_HOST must be a host name such as github\.example\.com, without https:/;
const PROXY = "must be the proxy's address, such as http://proxy.example.com:3128";

describe("a configuration", () => {
  it.each<[string, Variables]>([
    ["of what is needed", {}],
    ["with a key as the file has it", { PRIVATE_KEY: KEYS.good }],
    ["with a key of the other format", { PRIVATE_KEY: KEYS.pkcs8 }],
    ["with variables that are set and empty", { PRIVATE_KEY_PATH: "", GHE_HOST: "", DATABASE_URL: "", MODEL: "" }],
    ["with recordings and no key", { MODEL: "recorded", ANTHROPIC_API_KEY: undefined }],
    ["with an Enterprise Server", { GHE_HOST: "github.example.com:8443" }],
    ["with an address of version 6", { GHE_HOST: "[::1]:3000" }],
    ["with a database", { DATABASE_URL: "postgres://u:p%25@h:5432/db" }],
    ["with a database at a socket", { DATABASE_URL: "postgres:///db?host=/run/postgresql" }],
    ["with a proxy of another kind", { HTTPS_PROXY: "socks5://proxy:1080" }],
    ["with a proxy", { HTTPS_PROXY: "http://user:password@proxy:3128", NO_PROXY: "a.example, b.example" }],
  ])("%s is accepted", async (_, change) => {
    expect(await problemsWith(change)).toEqual([]);
  });

  it("takes the key from the file that PRIVATE_KEY_PATH names", async () => {
    const read = await readConfiguration({ ...good(), PRIVATE_KEY: "", PRIVATE_KEY_PATH: inFolder("key.pem") });
    expect(read).toMatchObject({ ok: true, value: { PRIVATE_KEY: KEYS.good } });
  });

  it.each<[string, Variables, string | RegExp]>([
    ["no App ID", { APP_ID: "" }, /^APP_ID is not set: it must be the App's number/],
    ["a client's ID", { APP_ID: "Iv1.8a61f9b3a7aba766" }, NUMBER],
    ["an App ID of 0", { APP_ID: "0" }, NUMBER],
    ["a fraction of an App ID", { APP_ID: "1.5" }, NUMBER],
    ["no key", { PRIVATE_KEY: "" }, /^PRIVATE_KEY is not set: .*PRIVATE_KEY_PATH/],
    ["any text for a key", { PRIVATE_KEY: "abc" }, `PRIVATE_KEY is not a private key: ${WHOLE}`],
    ["the path of a key for a key", { PRIVATE_KEY: "./key.pem" }, `PRIVATE_KEY is not a private key: ${WHOLE}`],
    ["a damaged key", { PRIVATE_KEY: KEYS.damaged }, `PRIVATE_KEY is not a private key: ${WHOLE}`],
    ["a key's first line", { PRIVATE_KEY: KEYS.firstLine }, `PRIVATE_KEY is only a part of a private key: ${WHOLE}`],
    ["a public key", { PRIVATE_KEY: KEYS.public }, `PRIVATE_KEY is a public key, not a private one: ${ANOTHER}`],
    ["a certificate", { PRIVATE_KEY: KEYS.certificate }, `PRIVATE_KEY is a certificate, not a private key: ${ANOTHER}`],
    ["a key with a passphrase", { PRIVATE_KEY: KEYS.encrypted }, /^PRIVATE_KEY is a private key with a passphrase/],
    ["an old one", { PRIVATE_KEY: KEYS.encryptedPkcs1 }, /^PRIVATE_KEY is a private key with a passphrase/],
    ["a key of another kind", { PRIVATE_KEY: KEYS.elliptic }, /^PRIVATE_KEY is a private key of another kind \(ec/],
    ["a key of ssh", { PRIVATE_KEY: KEYS.openSsh }, `PRIVATE_KEY is not a private key: ${WHOLE}`],
    ["a key in quotes", { PRIVATE_KEY: `"${KEYS.oneLine}"` }, /^PRIVATE_KEY is in quotes.*: leave them out$/],
    ["no secret", { WEBHOOK_SECRET: "" }, /^WEBHOOK_SECRET is not set: it must be the secret/],
    ["a secret in quotes", { WEBHOOK_SECRET: "'secret'" }, /^WEBHOOK_SECRET is in quotes/],
    ["a secret with a line end", { WEBHOOK_SECRET: "secret\n" }, /^WEBHOOK_SECRET begins or ends with white space/],
    ["a port of 0", { PORT: "0" }, "PORT must be a number from 1 to 65535"],
    ["a port that is too high", { PORT: "65536" }, "PORT must be a number from 1 to 65535"],
    ["a port in words", { PORT: "http" }, "PORT must be a number from 1 to 65535"],
    ["a host of another machine", { HOST: "192.0.2.1" }, /^HOST 192\.0\.2\.1 is no address of this machine/],
    ["a level of no log", { LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of trace, debug, .*, silent$/],
    ["a host with its protocol", { GHE_HOST: "https://github.example.com" }, HOST_NAME],
    ["a host with a path", { GHE_HOST: "github.example.com/api/v3" }, HOST_NAME],
    ["github.com itself", { GHE_HOST: "github.com" }, /^GHE_HOST is for an Enterprise Server: leave it out/],
    ["its API", { GHE_HOST: "api.github.com" }, /^GHE_HOST is for an Enterprise Server: leave it out/],
    ["another protocol", { GHE_PROTOCOL: "ssh" }, "GHE_PROTOCOL must be one of http, https"],
    ["an action by its tag", { ACTION_REF: "o/n/action@v1" }, /^ACTION_REF must look like owner\/name\/action@/],
    ["another limiter", { WRITE_LIMITER: "no" }, "WRITE_LIMITER must be one of on, off"],
    ["no time between sweeps", { SWEEP_MINUTES: "0" }, /^SWEEP_MINUTES must be a number of minutes/],
    ["two days between sweeps", { SWEEP_MINUTES: "2880" }, /^SWEEP_MINUTES must be a number of minutes/],
    ["another model", { MODEL: "gpt" }, "MODEL must be one of recorded, anthropic"],
    ["no model's key", { ANTHROPIC_API_KEY: "" }, /^ANTHROPIC_API_KEY is not set: set it, or MODEL=recorded/],
    ["a model's key in two lines", { ANTHROPIC_API_KEY: "sk\nant" }, /^ANTHROPIC_API_KEY must be the key alone/],
    ["a gateway's host alone", { ANTHROPIC_BASE_URL: "localhost:80" }, /^ANTHROPIC_BASE_URL must be an http or https/],
    ["half a web search", { WEB_SEARCH: "maybe" }, "WEB_SEARCH must be one of on, off"],
    ["another database", { DATABASE_URL: "mysql://u:p@h/d" }, /^DATABASE_URL must look like postgres:\/\//],
    [
      "a port of no database",
      { DATABASE_URL: "postgres://u:p@h:99999/d" },
      /^DATABASE_URL cannot be used \(Invalid URL/,
    ],
    ["a slash in a password", { DATABASE_URL: "postgres://u:p/w@h/d" }, /^DATABASE_URL cannot be used .* percent-enc/],
    [
      "no certificate",
      { DATABASE_URL: "postgres://u@h/d?sslrootcert=/none" },
      /^DATABASE_URL .* directory, open '\/none'/,
    ],
    ["an embedder's host alone", { EMBEDDER_URL: "embed.example" }, "EMBEDDER_URL must be an http or https address"],
    ["a short token", { METRICS_TOKEN: "short" }, "METRICS_TOKEN must have at least 16 characters"],
    ["a proxy's host and port", { HTTPS_PROXY: "proxy.example.com:3128" }, `HTTPS_PROXY ${PROXY}`],
    ["a proxy of another kind", { HTTP_PROXY: "ftp://proxy.example.com" }, `HTTP_PROXY ${PROXY}`],
  ])("with %s is refused in one line", async (_, change, line) => {
    const lines = await problemsWith(change);
    expect(lines).toEqual([typeof line === "string" ? line : expect.stringMatching(line)]);
  });

  it.each<[string, string, string]>([
    ["that is not there", "gone.pem", "there is no such file"],
    ["that is a folder", ".", "it is a folder"],
    ["below a file", "key.pem/key.pem", "a part of its path is no folder"],
  ])("with the file of a key %s is refused in one line", async (_, name, why) => {
    const path = inFolder(name);
    expect(await problemsWith({ PRIVATE_KEY: "", PRIVATE_KEY_PATH: path })).toEqual([
      `PRIVATE_KEY_PATH names ${path}, which cannot be read: ${why}`,
    ]);
  });

  it("reports an unreadable file, and throws any other error", () => {
    // As root, whom every file may be read by, nothing on disk shows it.
    expect(whyUnreadable(Object.assign(new Error(), { code: "EACCES" }))).toBe("you may not read it");
    expect(() => whyUnreadable(new TypeError("a bug"))).toThrow("a bug");
  });

  it("reports the same problems for a key in a file as for the key itself, and accepts only one of both", async () => {
    const path = inFolder("public.pem");
    expect(await problemsWith({ PRIVATE_KEY: "", PRIVATE_KEY_PATH: path })).toEqual([
      `PRIVATE_KEY_PATH names ${path}, which is a public key, not a private one: ${ANOTHER}`,
    ]);
    expect(await problemsWith({ PRIVATE_KEY_PATH: inFolder("key.pem") })).toEqual([
      "PRIVATE_KEY_PATH is set, and so is PRIVATE_KEY: leave one of them out",
    ]);
  });

  it("needs writable folders, and recordings in a folder", async () => {
    const file = inFolder("key.pem");
    expect(await problemsWith({ CACHE_DIR: file, RECORD_TO: join(file, "below") })).toEqual([
      `RECORD_TO names ${join(file, "below")}, where nothing can be written: a part of its path is no folder`,
      `CACHE_DIR names ${file}, where nothing can be written: it is no folder`,
    ]);
    expect(await problemsWith({ MODEL: "recorded", REPLAY_FROM: file })).toEqual([
      `REPLAY_FROM names ${file}, and there is no such folder`,
    ]);
    expect(await problemsWith({ CACHE_DIR: inFolder("made/of/folders") })).toEqual([]);
    expect(existsSync(inFolder("made/of/folders"))).toBe(true);
  });

  it("of the sandbox ignores the operator's key and database", async () => {
    const app = { id: 7, slug: "factory", privateKey: KEYS.good, webhookSecret: "secret" };
    const theirs = { PRIVATE_KEY_PATH: inFolder("public.pem"), DATABASE_URL: "mysql://localhost/theirs" };
    const variables = appVariables(
      { app, host: "127.0.0.1:4000", profile: "github.com" },
      { port: made.port ?? 0, model: "recorded", confinement: "preferred" },
    );
    const read = await readConfiguration({ ...theirs, ...variables });
    expect(read).toMatchObject({ ok: true, value: { PRIVATE_KEY: KEYS.good } });
    expect(read.ok && read.value.DATABASE_URL).toBeUndefined();
  });

  it("needs a free port", async () => {
    const { port } = taken.address() as AddressInfo;
    expect(await problemsWith({ PORT: String(port) })).toEqual([
      `PORT ${port} is taken on 127.0.0.1: end what listens there, or choose another port`,
    ]);
  });

  it("may lose its port before the start, which is refused in the same words", async () => {
    const { port } = taken.address() as AddressInfo;
    const env = orThrow(readEnv({ ...good(), PORT: String(port), LOG_LEVEL: "silent" }));
    const opened = await openApp(env);
    expect(opened.ok ? "it listens" : opened.refusal.message).toContain(`\n  PORT ${port} is taken on 127.0.0.1: `);
  });

  it("is refused with every problem at once, each in one line", async () => {
    const wrong = Object.fromEntries(Object.keys(Env.shape).map((name) => [name, " "]));
    const lines = await problemsWith({ ...wrong, HOST: "192.0.2.1", PRIVATE_KEY: "p@ss", PRIVATE_KEY_PATH: "" });
    const names = Object.keys(Env.shape).filter((name) => name !== "PRIVATE_KEY_PATH");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(names);
    expect(lines.join("\n")).not.toContain("p@ss");
  });
});
