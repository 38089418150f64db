import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

async function demo(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", CLI, "demo", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  const [code] = await once(child, "close");
  return { code: code as number, ...said };
}

it("goes from SPEC.md to a release, and says that the model is recorded", { timeout: 900_000 }, async () => {
  const { code, out, err } = await demo();
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toMatch(/a recorded model, which repeats answers/);
  expect(out).toMatch(/admin: \/factory amend TSK-003/);
  expect(out).toMatch(/the proposer revises it/);
  expect(out).toMatch(/the proposer applies the arbiter's amendments/);
  expect(out).toMatch(/#6 has halted and asks for a decision/);
  expect(out).toMatch(/4 of 4 tasks shipped/);
  expect(out).toMatch(/Released as v1\.0\.1/);
  expect(out).toMatch(/factory: T-reading-command-a-file-s-reading-time-001 - Print a file's reading time/);
  expect(out).toMatch(/ℹ pass 20\n {2}ℹ fail 0/);
  expect(out).toMatch(/\d+ calls of a recorded model: \d+ tokens in, \d+ out, \$\d+\.\d\d at list price/);
});

it("refuses a flag it does not know", { timeout: 60_000 }, async () => {
  const { code, err } = await demo("--fast");
  expect(err).toContain("--fast");
  expect(code).toBe(2);
});
