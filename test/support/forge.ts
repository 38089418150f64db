/**
 * A forge for tests. It is checked against GitHub's descriptions and has clients for each role and a webhook receiver.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/rest";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type Forge, type ForgeOptions, startForge } from "../../src/sandbox/forge/forge.js";
import { newKeyPair, type Person } from "../../src/sandbox/forge/seed.js";
import { signatureOf } from "../../src/sandbox/forge/webhooks/delivery-attempt.js";
import { bothStates } from "./kept-state.js";
import { openApiCheck, webhookProblems } from "./openapi-check.js";

/** Creating RSA keys takes longer than most tests. One pair serves a whole file. */
const KEYS = newKeyPair();

type Received = {
  readonly event: string;
  readonly delivery: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are GitHub's; their shape is checked by its schema.
  readonly payload: any;
};

export type TestForge = {
  readonly forge: Forge;
  readonly log: string[];
  readonly received: Received[];
  as(person: Person): Octokit;
  anonymous(): Octokit;
  /** With the App's JWT. */
  app(): Octokit;
  /** As the installed App. The argument mints a new token with narrower permissions. */
  bot(narrowing?: { permissions?: Record<string, string>; repository_ids?: number[] }): Promise<Octokit>;
  token(authorization: string): Octokit;
  /** The deliveries to the App since the last call. */
  news(): Promise<Received[]>;
  /** For webhooks that a test invents. */
  forgetProblems(): void;
  readonly at: { readonly owner: string; readonly repo: string };
};

/** Octokit logs refusals to the console. Here they are expected. */
export const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts a forge before all tests of the file and stops it afterwards. After every test, all traffic must match
 * GitHub's descriptions, and the forge's memory must match what it has saved.
 */
export function useForge(options: ForgeOptions = {}): TestForge {
  const started: { forge?: Forge; receiver?: Server; bot?: Octokit } = {};
  const log: string[] = [];
  const received: Received[] = [];
  const problems: string[] = [];
  const check = openApiCheck();
  const folder = mkdtempSync(join(tmpdir(), "forge-kept-"));
  const forge = () => {
    if (started.forge === undefined) throw new Error("the forge runs only inside tests");
    return started.forge;
  };
  const client = (auth?: string) =>
    new Octokit({ baseUrl: `${forge().url}/api/v3`, log: quiet, ...(auth === undefined ? {} : { auth }) });

  beforeAll(async () => {
    started.receiver = await startReceiver((message) => {
      const { app } = forge();
      if (message.signature !== signatureOf("sha256", app.webhookSecret, message.body)) problems.push("bad signature");
      const payload = JSON.parse(message.body);
      problems.push(...webhookProblems(message.event, payload));
      received.push({ event: message.event, delivery: message.delivery, payload });
    });
    const port = (started.receiver.address() as AddressInfo).port;
    started.forge = await startForge({
      keys: KEYS,
      log: (line) => log.push(line),
      dataDirectory: folder,
      ...options,
      webhookUrl: options.webhookUrl ?? `http://127.0.0.1:${port}/`,
    });
    started.forge.intercept(check.interceptor);
  });
  afterEach(async () => {
    await forge().idle();
    const found = [
      ...check.mismatches.splice(0).map(({ where, problems: list }) => [where, ...list].join("\n  ")),
      ...problems.splice(0),
    ];
    expect(found).toEqual([]);
    const { memory, disk } = await bothStates(forge(), folder);
    expect(disk).toEqual(memory);
  });
  afterAll(async () => {
    await started.forge?.stop();
    rmSync(folder, { recursive: true, force: true });
    started.receiver?.closeAllConnections();
    started.receiver?.close();
  });

  return {
    get forge() {
      return forge();
    },
    log,
    received,
    as: (person) => client(forge().users[person].token),
    anonymous: () => client(),
    token: (authorization) => client(authorization),
    app: () =>
      new Octokit({
        baseUrl: `${forge().url}/api/v3`,
        log: quiet,
        authStrategy: createAppAuth,
        auth: { appId: forge().app.id, privateKey: forge().app.privateKey },
      }),
    async bot(narrowing) {
      if (narrowing === undefined && started.bot !== undefined) return started.bot;
      const app = this.app();
      const { data: installation } = await app.rest.apps.getRepoInstallation(this.at);
      const { data } = await app.rest.apps.createInstallationAccessToken({
        installation_id: installation.id,
        ...narrowing,
      });
      const bot = client(data.token);
      if (narrowing === undefined) started.bot = bot;
      return bot;
    },
    async news() {
      await forge().idle();
      return received.splice(0);
    },
    forgetProblems() {
      problems.length = 0;
    },
    get at() {
      return forge().repo;
    },
  };
}

type Message = { readonly event: string; readonly delivery: string; readonly signature: string; readonly body: string };

async function startReceiver(receive: (message: Message) => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = (name: string) => String(request.headers[name] ?? "");
    receive({
      event: header("x-github-event"),
      delivery: header("x-github-delivery"),
      signature: header("x-hub-signature-256"),
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(202).end("accepted");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The status and message of a refused call. Fails when the call succeeds. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; errors?: unknown[] }> {
  const answer = await call.then(
    () => undefined,
    (error: { status: number; response?: { data: { message: string; errors?: unknown[] } } }) => error,
  );
  if (answer === undefined) throw new Error("this call should have been refused");
  const { message = "", errors } = answer.response?.data ?? {};
  return { status: answer.status, message, ...(errors === undefined ? {} : { errors }) };
}

export const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Creates a branch with one commit that writes one file. Returns the commit's SHA. */
export async function commitOn(
  client: Octokit,
  at: { owner: string; repo: string },
  change: { branch: string; path: string; text: string; from?: string; message?: string },
): Promise<string> {
  const { branch, path, text, from = "main" } = change;
  const known = await client.rest.git.listMatchingRefs({ ...at, ref: `heads/${branch}` });
  if (!known.data.some(({ ref }) => ref === `refs/heads/${branch}`)) {
    const { data } = await client.rest.git.getRef({ ...at, ref: `heads/${from}` });
    await client.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.object.sha });
  }
  const sha = await client.rest.repos.getContent({ ...at, path, ref: branch }).then(
    ({ data }) => (Array.isArray(data) ? undefined : data.sha),
    () => undefined,
  );
  const { data } = await client.rest.repos.createOrUpdateFileContents({
    ...at,
    path,
    branch,
    message: change.message ?? `Write ${path}`,
    content: base64(text),
    ...(sha === undefined ? {} : { sha }),
  });
  return data.commit.sha ?? "";
}

const run = promisify(execFile);

/** Runs git like a person would, without any user configuration. */
export async function git(directory: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Writer",
    GIT_AUTHOR_EMAIL: "writer@example.com",
    GIT_COMMITTER_NAME: "Writer",
    GIT_COMMITTER_EMAIL: "writer@example.com",
  };
  return (await run("git", args, { cwd: directory, env })).stdout.trim();
}

/** For a story that is told much faster than people work, where GitHub's points an hour would stop it. */
export const ANY_POINTS = 1_000_000_000;
