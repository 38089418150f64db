import { afterEach, describe, expect, it, vi } from "vitest";
import type { TestModule, Vitest } from "vitest/node";
import { tierReporter } from "../support/tiers/tier-reporter.js";
import { tierShare } from "../support/tiers/tier-share.js";

describe("the share of all tests that npm test runs", () => {
  it.each([
    [{ default: 85, e2e: 15 }, true, "npm test holds 85 of 100 tests (85 %; at least 85 % must be in it)"],
    [{ default: 8499, e2e: 1501 }, false, "npm test holds 8499 of 10000 tests (84.9 %; at least 85 % must be in it)"],
    [{ default: 10, e2e: 0 }, true, "npm test holds 10 of 10 tests (100 %; at least 85 % must be in it)"],
  ])("%o", (counts, isEnough, text) => {
    expect(tierShare(counts)).toEqual({ isEnough, text });
  });
});

describe("the end of a run", () => {
  const before = process.exitCode;
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = before;
  });

  /** A run of files with so many tests each, by their project, out of those that the projects have. */
  async function ended(ran: readonly (readonly [string, number])[], has: Record<string, number>, pattern?: RegExp) {
    const written: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
    const projects = Object.entries(has).map(([name, files]) => ({
      name,
      globTestFiles: async () => ({ testFiles: Array.from({ length: files }, () => "file") }),
    }));
    const modules = ran.map(([name, tests]) => ({
      project: { name },
      children: { allTests: () => Array.from({ length: tests }, () => "test") },
    }));
    const reporter = tierReporter();
    reporter.onInit?.({ projects, config: { testNamePattern: pattern } } as unknown as Vitest);
    await reporter.onTestRunEnd?.(modules as unknown as TestModule[], [], "passed");
    const outcome = { text: written.join("").trim(), code: process.exitCode };
    vi.restoreAllMocks();
    return outcome;
  }

  it("says how the tests are shared, and fails when too few are in npm test", async () => {
    const has = { pure: 1, system: 1, e2e: 1 };
    const text = "npm test holds 90 of 100 tests (90 %; at least 85 % must be in it)";
    const enough = [
      ["pure", 50],
      ["system", 40],
      ["e2e", 10],
    ] as const;
    expect(await ended(enough, has)).toEqual({ text, code: before });
    expect(await ended([["pure", 8] as const, ["system", 0] as const, ["e2e", 2] as const], has)).toMatchObject({
      text: expect.stringContaining("8 of 10"),
      code: 1,
    });
  });

  it("says nothing when not everything was run: one tier, some files, some names", async () => {
    const nothing = { text: "", code: before };
    expect(await ended([["pure", 1]], { pure: 1 })).toEqual(nothing);
    expect(await ended([["e2e", 1]], { e2e: 1 })).toEqual(nothing);
    expect(await ended([["e2e", 1]], { pure: 2, e2e: 1 })).toEqual(nothing);
    const both = [["pure", 0] as const, ["e2e", 1] as const];
    expect(await ended(both, { pure: 1, e2e: 1 }, /name/)).toEqual(nothing);
  });
});
