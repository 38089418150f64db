import { describe, expect, it } from "vitest";
import { suiteResults, withFailuresOf } from "../../../src/gates/execute/suite-results.js";
import type { CanaryFate } from "../../../src/gates/run/canary.js";
import type { CommandEnd } from "../../../src/gates/run/run-command.js";

const exited = (code: number): CommandEnd => ({ kind: "exited", code });

function results(end: CommandEnd, statuses: readonly ("passed" | "failed" | "skipped")[], canary: CanaryFate) {
  const tests = statuses.map((status, index) => ({ file: null, titles: [`t${index}`], status }));
  const reported = { ok: true, value: { tests, broken: [], assertions: null } } as const;
  const run = { end, stdout: "", tail: "leak found", durationMs: 1 };
  return suiteResults({ command: "run tests", run, reported, canary }, true);
}

describe("a test command that fails although no test did", () => {
  it.each<[CommandEnd, string]>([
    [exited(1), "No test failed, and the test command ended with 1 all the same.\nleak found"],
    [
      { kind: "killed", signal: "SIGABRT" },
      "No test failed, and the test command was killed by SIGABRT all the same.\nleak found",
    ],
  ])("is a failure of its own: %j", (end, output) => {
    expect(results(end, ["passed", "skipped"], "none").at(-1)).toEqual({
      name: "run tests (failed, and no test did)",
      status: "failed",
      output,
    });
  });

  it.each<[string, CommandEnd, readonly ("passed" | "failed")[], CanaryFate]>([
    ["it ended well", exited(0), ["passed"], "none"],
    ["a test explains it", exited(1), ["passed", "failed"], "none"],
    ["a canary explains it", exited(1), ["passed"], "failed"],
    ["there are no tests, which is a verdict of its own", exited(5), [], "none"],
  ])("is none where %s", (_, end, statuses, canary) => {
    expect(results(end, statuses, canary)).toHaveLength(statuses.length);
  });
});

it("what fails in one of two runs has failed", () => {
  const first = [{ name: "a", status: "passed" } as const, { name: "b", status: "passed" } as const];
  const second = [{ name: "a", status: "failed" } as const, { name: "c", status: "failed" } as const];
  expect(withFailuresOf(first, second)).toEqual([first[1], ...second]);
});
