import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RequestRule } from "../../src/sandbox/faults/fault-plan.js";
import { newKeyPair } from "../../src/sandbox/forge/seed.js";
import { performOnRunner } from "../../src/sandbox/perform-on-runner.js";
import { type Sandbox, type SandboxOptions, type StartApp, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { dispatch, script, untilRun } from "../support/dispatch.js";
import { startAppHere } from "../support/start-app-here.js";

const KEYS = newKeyPair();
/** An App that takes nothing and does nothing, where the App is not what the test is about. */
const noApp: StartApp = async () => ({ url: "http://127.0.0.1:9", stop: async () => {}, ended: new Promise(() => {}) });
const open: Sandbox[] = [];
const folder = { path: "" };
beforeEach(() => {
  folder.path = mkdtempSync(join(tmpdir(), "sandbox-test-"));
});
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.stop();
  rmSync(folder.path, { recursive: true, force: true });
});

async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox & { log: string[]; admin: Octokit }> {
  const log: string[] = [];
  const forge = {
    keys: KEYS,
    log: (line: string) => log.push(line),
    performRun: performOnRunner({ machine: { graceMs: 300 } }),
    ...options.forge,
  };
  const sandbox = await startSandbox({ startApp: noApp, ...options, forge });
  open.push(sandbox);
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const admin = new Octokit({
    baseUrl: `${sandbox.forge.url}/api/v3`,
    auth: sandbox.forge.users.admin.token,
    log: quiet,
  });
  return { ...sandbox, log, admin };
}

const textOf = async (admin: Octokit, at: { owner: string; repo: string }, path: string) => {
  const { data } = await admin.rest.repos.getContent({ ...at, path, mediaType: { format: "raw" } });
  return String(data);
};

it("the sandbox starts the real App against the forge: it takes the deliveries it is sent", async () => {
  const { forge, admin } = await start({ spec: "# The spec\n", startApp: startAppHere });
  expect(await textOf(admin, forge.repo, "SPEC.md")).toBe("# The spec\n");
  await admin.rest.issues.create({ ...forge.repo, title: "Build it" });
  await forge.idle();
  const deliveries = [...forge.hub.state.deliveries.values()];
  expect(deliveries.map(({ event, action, status }) => [event, action, status])).toContainEqual([
    "issues",
    "opened",
    "OK",
  ]);
});

it("the sandbox keeps everything over a restart, and commits a spec that has changed", async () => {
  const forgeOptions = {
    dataDirectory: folder.path,
    files: { "README.md": "# P\n", "SPEC.md": "one\n", ".github/workflows/slow.yml": script("sleep 300.5") },
  };
  const first = await start({ forge: forgeOptions, spec: "one\n" });
  const at = first.forge.repo;
  const { data: issue } = await first.admin.rest.issues.create({ ...at, title: "Stay" });
  const run = await dispatch(first.admin, at, { file: "slow.yml" });
  await untilRun(first.admin, at, run, "in_progress");
  open.splice(0);
  await first.stop();

  const second = await start({ forge: forgeOptions, spec: "two\n" });
  expect(second.forge.users).toEqual(first.forge.users);
  expect(second.forge.app).toEqual(first.forge.app);
  expect((await second.admin.rest.issues.get({ ...at, issue_number: issue.number })).data.title).toBe("Stay");
  expect(await textOf(second.admin, at, "SPEC.md")).toBe("two\n");
  expect((await second.admin.rest.repos.listCommits(at)).data.map(({ commit }) => commit.message)[0]).toBe(
    "Write SPEC.md",
  );
  // Stopped in the middle: it ended with the forge, and says so afterwards.
  expect((await second.admin.rest.actions.getWorkflowRun({ ...at, run_id: run })).data).toMatchObject({
    status: "completed",
    conclusion: "cancelled",
  });
});

it("the sandbox fails as planned once it is up, and names the seed", async () => {
  const rule: RequestRule = {
    route: "POST /repos/{owner}/{repo}/issues",
    when: { calls: [1] },
    fault: { kind: "answer", status: 502 },
  };
  const { forge, admin, log } = await start({ faults: { seed: 7, requests: [rule], deliveries: [] } });
  await expect(admin.rest.issues.create({ ...forge.repo, title: "One" })).rejects.toMatchObject({ status: 502 });
  expect((await admin.rest.issues.create({ ...forge.repo, title: "Two" })).data.number).toBe(1);
  expect(log).toContain("faults: seed 7");
});

it("the sandbox draws a seed when the plan has none, and takes the faults away again", async () => {
  const { forge, log } = await start();
  const remove = forge.faults.install({ requests: [], deliveries: [] });
  expect(log.filter((line) => /^faults: seed \d+$/.test(line))).toHaveLength(1);
  expect(forge.hub.interceptors).toHaveLength(1);
  remove();
  expect(forge.hub.interceptors).toHaveLength(0);
});

it("the sandbox stops the forge when the App does not start", async () => {
  const stopped = startSandbox({
    startApp: async (variables) => {
      expect(variables).toMatchObject({ GHE_PROTOCOL: "http", HOST: "127.0.0.1", MODEL: "anthropic" });
      throw new Error(`http://${variables.GHE_HOST}`);
    },
    model: "anthropic",
    forge: { keys: KEYS },
  });
  const url = await stopped.then(
    () => "",
    (error: Error) => error.message,
  );
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(fetch(url)).rejects.toThrow();
});

it("the sandbox complains of no delivery that its own end cuts off", async () => {
  const silent = createServer(() => {});
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const startApp: StartApp = async () => ({
    url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    ended: new Promise(() => {}),
    async stop() {
      silent.closeAllConnections();
      await once(silent.close(), "close");
      await sleep(50); // a process takes a while to end after it has hung up
    },
  });
  const { forge, admin, log, stop } = await start({ startApp });
  const arrived = once(silent, "request");
  await admin.rest.issues.create({ ...forge.repo, title: "Build it" });
  await arrived;
  await stop();
  open.splice(0);
  expect(log.filter((line) => line.includes("delivery"))).toEqual([]);
});
