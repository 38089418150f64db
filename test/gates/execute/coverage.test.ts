import { describe, expect, it } from "vitest";
import { judgeCoverage, readCoverage } from "../../../src/gates/execute/coverage.js";

describe("coverage is read", () => {
  it.each([
    ["percent", "ok product 0.1s coverage: 50.0% of statements\ntotal: (statements) 83.3%\n", 83.3],
    ["percent", "nothing", undefined],
    ["lcov", "SF:a.js\nLF:8\nLH:6\nend_of_record\nSF:b.js\nLF:2\nLH:2\nend_of_record\n", 80],
    ["lcov", "LF:0\nLH:0\n", undefined],
  ] as const)("from %s: %j is %s", (format, text, measured) => {
    expect(readCoverage(format, text)).toBe(measured);
  });
});

describe("a threshold", () => {
  const passed = {
    name: "coverage",
    command: "c",
    required: true,
    status: "PASSED",
    exit_code: 0,
    duration_ms: 1,
    output: "",
  } as const;
  const step = (threshold: number | null, required = true) =>
    ({
      kind: "command",
      name: "coverage",
      command: "c",
      required,
      network: false,
      format: "percent",
      threshold,
    }) as const;

  it.each([
    [79.9, true, "PASSED"],
    [80, true, "PASSED"],
    [80.1, true, "FAILED"],
    [80.1, false, "WARNING"],
  ])("of %s, required %s: 80 %% is %s", (threshold, required, status) => {
    expect(judgeCoverage(passed, step(threshold, required), "80%").status).toBe(status);
  });

  it("fails what cannot be read, and says so", () => {
    expect(judgeCoverage(passed, step(1), "")).toMatchObject({
      status: "FAILED",
      output: expect.stringContaining("could not be read"),
    });
  });

  it("changes nothing where there is none, or where the command failed", () => {
    expect(judgeCoverage(passed, step(null), "1%")).toBe(passed);
    const failed = { ...passed, status: "FAILED" } as const;
    expect(judgeCoverage(failed, step(1), "99%")).toBe(failed);
  });
});
