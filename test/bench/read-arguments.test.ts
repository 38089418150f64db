import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BENCHES } from "./benches.js";
import { readArguments } from "./read-arguments.js";

const KNOWN = ["state", "gates"];

describe("the arguments of the bench", () => {
  it.each([
    [[], { names: KNOWN, json: false, help: false }],
    [["gates", "--json"], { names: ["gates"], json: true, help: false }],
    [["gates", "state"], { names: KNOWN, json: false, help: false }],
    [["-h"], { names: KNOWN, json: false, help: true }],
    [["speed"], "there is no bench called speed. There are: state, gates"],
    [["--fast"], expect.stringContaining("--fast")],
  ])("%j", (args, asked) => {
    expect(readArguments(args, KNOWN)).toEqual(asked);
  });
});

describe("npm run bench", { timeout: 120_000 }, () => {
  const bench = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "test/bench/run.ts", ...args], { encoding: "utf8" });

  it("--help names every bench with what it takes, and the exit codes", () => {
    const { status, stdout } = bench("--help");
    expect(status).toBe(0);
    for (const [name, { about, takes }] of Object.entries(BENCHES)) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +${about}; about ${takes} `, "m"));
    }
    expect(stdout).toContain("Exit codes: 0 ");
  });

  it("ends with 2 where there is no bench of that name", () => {
    expect(bench("speed")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("state, index") });
  });
});
