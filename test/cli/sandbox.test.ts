import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { runningProcesses, startEnvironment } from "../../src/sandbox/runner/process/process-table.js";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
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

function factory(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", CLI, "sandbox", ...args], {
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
  "prints one line of JSON, answers, and leaves no process after %s",
  async (signal) => {
    const { child, said, exit } = factory();
    await expect
      .poll(() => said.out.includes("\n") || child.exitCode !== null, { timeout: 90_000, interval: 100 })
      .toBe(true);
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
  120_000,
);

it("says which port is busy and what to do, with exit code 2", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { said, exit } = factory("--port", String(port));
  expect(await exit).toBe(2);
  expect(said.err).toContain(`port ${port} is in use. Give another one with --port`);
  expect(said.out).toBe("");
  server.close();
}, 120_000);

it("says that a data folder cannot be used, and ends, with exit code 2", async () => {
  const { said, exit } = factory("--data", "/dev/null/here");
  expect(await exit).toBe(2);
  expect(said.err).toContain("--data");
}, 120_000);
