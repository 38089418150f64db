import { EventEmitter } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";

const Reporter = createRequire(import.meta.url)(join(PRESETS_FOLDER, "mocha-reporter.cjs"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "factory-mocha-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What of mocha's runner the reporter uses: its events, and the number of failures, which becomes the exit code. */
function fails(type: "test" | "hook", title: string): { readonly exitCode: number; readonly reported: string } {
  const runner = Object.assign(new EventEmitter(), { failures: 0 });
  const output = join(folder, "report");
  new Reporter(runner, { reporterOption: { output } });
  runner.failures += 1;
  runner.emit("fail", { type, title, file: "a.test.js", titlePath: () => [title] }, new Error("no"));
  runner.emit("end");
  const [line = ""] = readFileSync(output, "utf8").split("\n");
  return { exitCode: runner.failures, reported: JSON.parse(line).status };
}

it.each([
  ["a test", "test", "adds", 1],
  ["a canary, and does not count it", "test", "factory_canary_0123456789abcdef", 0],
  ["a hook that is called like a canary", "hook", "factory_canary_0123456789abcdef", 1],
  ["a test that is called nearly like a canary", "test", "my factory_canary_0123456789abcdef", 1],
] as const)("the reporter of mocha reports the failure of %s", (_, type, title, exitCode) => {
  expect(fails(type, title)).toEqual({ exitCode, reported: "failed" });
});
