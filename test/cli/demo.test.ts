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

it("goes from SPEC.md to the first task's pull request, and says that the model is recorded", {
  timeout: 180_000,
}, async () => {
  const { code, out, err } = await demo();
  expect(err).toBe("");
  expect(out).toMatch(/the model is recorded/);
  expect(out).toMatch(/the product role \(recorded\) wrote the spec: pull request #3/);
  expect(out).toMatch(/the first task has pull request #4, "Count words/);
  expect(out).toContain("factory: comment-read, spec-amended");
  expect(out).toContain("0 of 4 tasks shipped");
  expect(code).toBe(0);
});

it("refuses a flag it does not know", { timeout: 60_000 }, async () => {
  const { code, err } = await demo("--fast");
  expect(err).toContain("--fast");
  expect(code).toBe(2);
});
