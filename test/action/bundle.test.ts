import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { load } from "js-yaml";
import { expect, it } from "vitest";
import { z } from "zod";
import { actionFiles } from "../../.github/scripts/build-action.js";

it("the same sources always give the same bundle, without a path of this machine in it", () => {
  const [one, other] = [actionFiles(), actionFiles()];
  expect([...one.keys()]).toEqual([...other.keys()]);
  for (const [name, bytes] of one)
    expect(Buffer.from(bytes).equals(other.get(name) ?? Buffer.alloc(0)), name).toBe(true);
  expect(Buffer.from(one.get("index.js") ?? []).includes(resolve("."))).toBe(false);
  expect([...one.keys()]).toEqual(
    expect.arrayContaining([
      "index.js",
      "index.js.LEGAL.txt",
      "tree-sitter-python.wasm",
      "web-tree-sitter.wasm",
      "gate-presets/node.yml",
      "gate-presets/node-test-reporter.mjs",
      "gate-presets/canaries/node-test.mjs",
      "gate-presets/scaffold/node/package.json",
    ]),
  );
});

const Action = z.looseObject({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
  runs: z.strictObject({ using: z.literal("node24"), main: z.literal("dist/index.js") }),
});

it("the bundle reads exactly the inputs that action.yml describes, and sets exactly its outputs", () => {
  const { inputs, outputs } = Action.parse(load(readFileSync("action/action.yml", "utf8")));
  const main = readFileSync("action/src/main.ts", "utf8");
  const named = (call: string) => [...main.matchAll(new RegExp(`${call}\\("([a-z-]+)"`, "g"))].map((match) => match[1]);
  expect(named("getInput").sort()).toEqual(Object.keys(inputs).sort());
  expect(named("setOutput").sort()).toEqual(Object.keys(outputs).sort());
});

it.each([
  [{}, "give the action a plan: the path of a plan.json"],
  [{ INPUT_REQUEST: "{" }, "the input request is not JSON"],
  [{ INPUT_REQUEST: "{}" }, "the input request is not a gate request: schema_version"],
  [{ INPUT_PLAN: "missing.json" }, "plan: missing.json cannot be read in the workspace"],
  [{ INPUT_PLAN: "plan.json", "INPUT_RUN-TYPE": "RED" }, "run-type must be CONTRACT or EXECUTION, not RED"],
])("the bundle is red, with the reason, for inputs %o", (inputs, message) => {
  const workspace = mkdtempSync(join(tmpdir(), "factory-action-"));
  const env = { PATH: process.env.PATH ?? "", GITHUB_WORKSPACE: workspace, ...inputs };
  const { status, stdout } = spawnSync(process.execPath, [resolve("action/dist/index.js")], { env, encoding: "utf8" });
  rmSync(workspace, { recursive: true });
  expect(stdout).toContain(`::error::${message}`);
  expect(status).toBe(1);
});
