import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { runningProcesses, startEnvironment } from "../../../src/sandbox/runner/process/process-table.js";
import type { SeenRequest } from "../../../src/sandbox/scripted-model/scripted-answers.js";
import { COMPILED_CLI } from "../../support/compiled-cli.js";
import { openScriptFolder } from "../../support/script-folder.js";
import { scriptedAnswers } from "../../support/scripted-answers.js";
import { SPEC_TEXT } from "../../support/scripted-product.js";
import { CONFINING, searchPathWithout } from "../../support/search-path.js";
import { smoothAnswers, toy, toyTask } from "../../support/toy-modules.js";

const User = z.strictObject({ login: z.string(), token: z.string() });
const Ready = z.strictObject({
  forge: z.url(),
  app: z.url(),
  repo: z.string(),
  users: z.strictObject({ admin: User, write: User, read: User, stranger: User }),
});

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const factory = (...args: string[]) => factoryIn({}, ...args);

type Surroundings = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

function factoryIn({ env = {}, cwd = process.cwd() }: Surroundings, ...args: string[]) {
  const child = spawn(process.execPath, [COMPILED_CLI, "sandbox", ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  return { child, said, exit: once(child, "close").then(([code]) => code as number) };
}

it.each(["SIGINT", "SIGTERM"] as const)(
  "the sandbox prints one line of JSON, answers, and leaves no process after %s",
  async (signal) => {
    const { child, said, exit } = factory("--json");
    await expect.poll(() => said.out.includes("\n") || child.exitCode !== null).toBe(true);
    if (said.out === "") throw new Error(`it ended: ${said.err}`);
    const ready = Ready.parse(JSON.parse(said.out));
    const answer = await fetch(`${ready.forge}/api/v3/repos/${ready.repo}`, {
      headers: { authorization: `token ${ready.users.admin.token}` },
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${ready.app}/ping`)).status).toBe(200);
    const forge = `GHE_HOST=${new URL(ready.forge).host}`;
    const apps = () => (runningProcesses() ?? []).filter(({ pid }) => startEnvironment(pid).includes(forge));
    expect(apps()).not.toEqual([]);
    child.kill(signal);
    expect(await exit).toBe(0);
    expect(apps()).toEqual([]);
    expect(said.out.trim().split("\n")).toHaveLength(1);
  },
);

it("the sandbox tells a person where to look, what to do first and how it ends, and when it is their turn", async () => {
  const { child, said, exit } = factory("--spec", "fixtures/demo/SPEC.md");
  await expect.poll(() => said.out).toContain("Your turn: merge the set-up in");
  const [, page = ""] = /with the App installed:\s+(\S+)/.exec(said.out) ?? [];
  const [, ask = ""] = /labelled `factory`:\s+(\S+)/.exec(said.out) ?? [];
  const [, setup = ""] = /merge the set-up in (\S+)/.exec(said.out) ?? [];
  for (const url of [page, ask, setup]) expect((await fetch(url)).status, url).toBe(200);
  const form = await (await fetch(ask)).text();
  expect(form).toContain('value="Build it"');
  expect(form).toMatch(/value="factory" checked/);
  expect(said.out).toContain("SPEC.md is on `main` already.");
  expect(said.out).toContain("The model is recorded: it knows the demo's SPEC.md");
  // A clone's address has a token in it and is longer than any ordinary terminal is wide.
  const words = said.out.split("\n").filter((line) => !line.includes("git clone http://"));
  expect(words.filter((line) => line.length > 80)).toEqual([]);
  expect(said.out).toMatch(/^ {2}git clone http:\S+$/m);
  expect(said.out).toContain("Ctrl-C ends it, and everything is gone then");
  child.kill("SIGINT");
  expect(await exit).toBe(0);
  expect(said.err).toBe("factory sandbox: stopping (SIGINT).\n");
});

it("the sandbox goes with a real model from any SPEC.md to its release, and says whenever it is a person's turn", async () => {
  const spec = join(mkdtempSync(join(tmpdir(), "my-spec-")), "my-spec.md");
  writeFileSync(spec, SPEC_TEXT);
  const script = openScriptFolder(smoothAnswers([toyTask(1, [toy("alpha", 1)])]));
  const seen: SeenRequest[] = [];
  const server = await scriptedAnswers(script.folder, { seen: (request) => seen.push(request) });
  const env = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url };
  const { child, said, exit } = factoryIn({ env }, "--spec", spec, "--model", "anthropic", "--unconfined");
  const waitForOutput = (words: string | RegExp) => expect.poll(() => said.out).toMatch(words);
  try {
    await waitForOutput("Your turn: merge the set-up in");
    expect(said.out).toContain("The model is real and paid with your ANTHROPIC_API_KEY, from step 2 on.");
    const [, setup = ""] = /merge the set-up in (\S+)/.exec(said.out) ?? [];
    const [, ask = ""] = /labelled `factory`:\s+(\S+)/.exec(said.out) ?? [];
    expect((await send(`${setup}/merge`, { method: "squash" })).status).toBe(200);
    const { pathname, origin } = new URL(ask);
    const issues = `${origin}${pathname.replace(/\/new$/, "")}`;
    expect((await send(issues, { title: "Build it", body: "", labels: "factory" })).status).toBe(200);
    await waitForOutput(/The factory waits for your decision about the spec in #3\n +http\S+\/pull\/3\n/);
    expect(JSON.stringify(seen[0]?.body)).toContain("put their name around a text");
    await afterTheSecond();
    expect((await send(`${issues}/3/comments`, { body: "/factory approve", afterwards: "stay" })).status).toBe(200);
    await waitForOutput(/Released: http\S+\/releases\/tag\/v1\.0\.0\n/);
    expect(said.out).toMatch(
      /#4 Wrap alpha is in work: http\S+\/pull\/4\n.*Wrap alpha · the arbiter decides.*#4 Wrap alpha has shipped\n/s,
    );
    expect(new Set(seen.map(({ question }) => question)).size).toBe(6);
  } finally {
    child.kill("SIGINT");
    await server.close();
    script.remove();
    rmSync(dirname(spec), { recursive: true });
  }
  expect(await exit, said.err).toBe(0);
});

it("the sandbox does not start with a SPEC.md that the recorded model does not know, and says what to do, with exit code 2", async () => {
  const { said, exit } = factory("--spec", "README.md");
  expect(await exit).toBe(2);
  expect(said.out).toBe("");
  expect(said.err).toMatch(/^factory sandbox: --spec: .* cannot answer to README\.md: add --model anthropic.*\n$/);
});

it.each([
  ["a real model", ["--model", "anthropic"], {}],
  ["recordings of somebody's own", [], { REPLAY_FROM: "fixtures/demo/recordings" }],
])(
  "the sandbox does not start with %s where nothing confines its code, and says what to do, with exit code 2",
  async (_whose, args, more) => {
    const path = searchPathWithout(CONFINING);
    const { said, exit } = factoryIn({ env: { PATH: path, ANTHROPIC_API_KEY: "key", ...more } }, ...args);
    expect(await exit).toBe(2);
    expect(said.out).toBe("");
    expect(said.err).toMatch(
      /^factory sandbox: nothing confines code on this machine: bubblewrap is not installed; .* Install bubblewrap, or add --unconfined.*\n$/,
    );
    rmSync(path, { recursive: true });
  },
);

it("the sandbox says in a sentence that the recorded model has no answer, where somebody pushed a SPEC.md of their own", async () => {
  const { child, said, exit } = factory();
  await expect.poll(() => said.out).toContain("Your turn: merge the set-up in");
  const [, setup = ""] = /merge the set-up in (\S+)/.exec(said.out) ?? [];
  const [, token = "", host = ""] = /git clone http:\/\/[^:]+:([^@]+)@([^/]+)\//.exec(said.out) ?? [];
  const [, ask = ""] = /labelled `factory`:\s+(\S+)/.exec(said.out) ?? [];
  const put = await fetch(`http://${host}/api/v3/repos/acme/product/contents/SPEC.md`, {
    method: "PUT",
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({ message: "Write SPEC.md", content: Buffer.from(SPEC_TEXT).toString("base64") }),
  });
  expect(put.status).toBe(201);
  expect((await send(`${setup}/merge`, { method: "squash" })).status).toBe(200);
  const issues = ask.replace(/\/new\?.*$/, "");
  expect((await send(issues, { title: "Build it", body: "", labels: "factory" })).status).toBe(200);
  await expect
    .poll(() => said.out)
    .toMatch(/The recorded model has no answer to what it is asked now: it knows the demo's SPEC\.md and its story/);
  child.kill("SIGINT");
  expect(await exit).toBe(0);
  expect(said.out).not.toContain('{"level"');
  expect(said.err).toBe("factory sandbox: stopping (SIGINT).\n");
});

/** What a form of the pages sends. */
function send(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const body = new URLSearchParams({ as: "admin", ...fields });
  return fetch(url, { method: "POST", headers: { origin: new URL(url).origin }, body });
}

it("the sandbox says which port is busy and what to do, with exit code 2", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { said, exit } = factory("--port", String(port));
  expect(await exit).toBe(2);
  expect(said.err).toContain(`port ${port} is in use. Give another one with --port`);
  expect(said.out).toBe("");
  server.close();
});

it.each([
  ["/dev/null/here", "ENOTDIR"],
  ["/proc/here", "ENOENT"],
  ["/proc/not/here", "ENOENT"],
])("the sandbox says that %s cannot be its data folder, and ends, with exit code 2", async (folder, why) => {
  const { said, exit } = factory("--data", folder);
  expect(await exit).toBe(2);
  expect(said.err).toMatch(new RegExp(`^factory sandbox: ${why}: .*Give --data a folder that you may write\\.\n$`));
});

it.each([
  ["cut off", "0"],
  ["empty", ""],
  ["somebody else's", "[]"],
])("the sandbox says that what it left there is %s, and ends, with exit code 2", async (_how, text) => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-data-"));
  writeFileSync(join(folder, "state.journal"), text);
  const { said, exit } = factory("--data", folder);
  expect(await exit).toBe(2);
  expect(said.err).toBe(
    `factory sandbox: ${join(folder, "state.journal")} is not what a sandbox has left there. Remove that folder, or give --data another one.\n`,
  );
  rmSync(folder, { recursive: true });
});

/** A sandbox that works in the folder `my/data` of where it is started. */
async function visitIn(cwd: string) {
  const { child, said, exit } = factoryIn({ cwd }, "--json", "--data", "my/data");
  await expect.poll(() => said.out.includes("\n") || child.exitCode !== null).toBe(true);
  if (said.out === "") throw new Error(`it ended: ${said.err}`);
  const { forge, repo, users } = Ready.parse(JSON.parse(said.out));
  const issues = `${forge}/api/v3/repos/${repo}/issues`;
  const authorization = `token ${users.admin.token}`;
  return {
    open: (title: string) =>
      fetch(issues, { method: "POST", headers: { authorization }, body: JSON.stringify({ title }) }),
    titles: async () => {
      const listed = await (await fetch(issues, { headers: { authorization } })).json();
      return z
        .array(z.object({ title: z.string() }))
        .parse(listed)
        .map(({ title }) => title);
    },
    /** Processes of this sandbox's App. */
    apps: () => {
      const mark = `GHE_HOST=${new URL(forge).host}`;
      return (runningProcesses() ?? []).filter(({ pid }) => startEnvironment(pid).includes(mark));
    },
    async leave() {
      child.kill("SIGINT");
      expect(await exit, said.err).toBe(0);
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

it("the sandbox goes on from a folder named from where it was started, with everything that was answered, also when it was killed", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "sandbox-here-"));
  const first = await visitIn(cwd);
  expect((await first.open("Kept")).status).toBe(201);
  await first.leave();
  const second = await visitIn(cwd);
  const other = factoryIn({ cwd }, "--json", "--data", "my/data");
  expect(await other.exit).toBe(2);
  expect(other.said.err).toMatch(
    /my\/data is in use by another sandbox, process \d+\. Stop that one, or give --data another/,
  );
  expect(second.apps()).not.toEqual([]);
  expect((await second.open("Answered")).status).toBe(201);
  await second.kill();
  await expect.poll(second.apps).toEqual([]);
  const third = await visitIn(cwd);
  expect(await third.titles()).toEqual(expect.arrayContaining(["Kept", "Answered"]));
  await third.leave();
  rmSync(cwd, { recursive: true });
});
