import { describe, expect, it } from "vitest";
import type { GateReport, ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import type { GateRunType } from "../../../src/domain/gates/gate-request.js";
import { type GateNumber, VALIDATORS_BY_GATE, ValidatorCode } from "../../../src/domain/gates/validator-code.js";
import { concludeGates, isUncompared } from "../../../src/features/gate-runs/conclude-gates.js";

const result = (
  code: ValidatorResult["code"],
  gate: number,
  status: ValidatorResult["status"] = "PASSED",
): ValidatorResult => ({
  code,
  gate,
  status,
  message: `${code} ${status}`,
  details: {},
  duration_ms: 1,
  fix: status === "PASSED" ? "" : "do something",
  places: [],
});

function report(part: GateReport["part"], run_type: GateRunType, changes: Partial<GateReport> = {}): GateReport {
  return {
    schema_version: 1,
    nonce: "a".repeat(32),
    part,
    run_type,
    base_sha: "1".repeat(40),
    head_sha: "2".repeat(40),
    validators: [],
    inventory: [],
    tests: [],
    suite: null,
    rerun: [],
    assertions: [],
    commands: [],
    resolved_files: [],
    runner: { id: "local", confinement: "bubblewrap", lock_file_digest: null },
    ...changes,
  };
}

const everyone = (...gates: GateNumber[]) =>
  gates.flatMap((gate) => VALIDATORS_BY_GATE[gate].map((code) => result(code, gate)));

const test = (name: string) => ({ name, status: "passed" as const });
const inventoried = (name: string) => ({ name, clauses: [], asserts: [] });

describe("the conclusion of gates", () => {
  it.each([
    ["CONTRACT", [0, 1]],
    ["INTEGRITY", [3]],
  ] as const)("of a %s run is green if every validator of its gates has reported and none blocks", (runType, gates) => {
    const reports = {
      judge: report("judge", runType, { validators: everyone(...gates) }),
      execute: report("execute", runType),
    };
    expect(concludeGates(reports)).toEqual([]);
  });

  it.each(
    ValidatorCode.options.filter((code) =>
      ([...VALIDATORS_BY_GATE[0], ...VALIDATORS_BY_GATE[1]] as string[]).includes(code),
    ),
  )("counts %s as failed if it was not reported", (code) => {
    const validators = everyone(0, 1).filter((candidate) => candidate.code !== code);
    const reports = { judge: report("judge", "CONTRACT", { validators }), execute: report("execute", "CONTRACT") };
    expect(concludeGates(reports).map(({ validator }) => validator)).toEqual([code]);
  });

  it.each(["FAILED", "NOT_RUN", "VACUOUS"] as const)("is red over %s, with message and fix", (status) => {
    const validators = [result("TEST_SYNTAX_VALID", 1, status)];
    const reports = { judge: report("judge", "CONTRACT", { validators }), execute: report("execute", "CONTRACT") };
    expect(concludeGates(reports)).toEqual([
      { validator: "TEST_SYNTAX_VALID", message: `TEST_SYNTAX_VALID ${status}`, fix: "do something" },
    ]);
  });

  it("names what failed, and not what did not run because of it", () => {
    const validators = [result("SENSITIVE_FILES_LOCK", 0, "FAILED"), result("CONTRACT_SCHEMA_VALID", 1, "NOT_RUN")];
    const reports = { judge: report("judge", "CONTRACT", { validators }), execute: report("execute", "CONTRACT") };
    expect(concludeGates(reports).map(({ validator }) => validator)).toEqual(["SENSITIVE_FILES_LOCK"]);
  });

  it.each(["WARNING", "SKIPPED"] as const)("is not red over %s", (status) => {
    const validators = everyone(0, 1).map((passed) =>
      passed.code === "TEST_INTENT_ALIGNMENT" ? result(passed.code, 1, status) : passed,
    );
    const reports = { judge: report("judge", "CONTRACT", { validators }), execute: report("execute", "CONTRACT") };
    expect(concludeGates(reports)).toEqual([]);
  });

  it("is red for a requirement of the contract that does not hold, and not for a suggestion", () => {
    const check = { type: "export_exists", target: "slugify" };
    const assertion = { condition: "slugify is exported", message: "Must export slugify", check };
    const judge = report("judge", "INTEGRITY", {
      validators: everyone(3),
      assertions: [
        {
          assertion: { ...assertion, type: "assert" },
          passed: false,
          tier: 1,
          expected: "export slugify",
          actual: "not found",
        },
        { assertion: { ...assertion, type: "suggest" }, passed: false, tier: 1 },
        { assertion: { ...assertion, type: "assert" }, passed: true, tier: 1 },
      ],
    });
    expect(concludeGates({ judge, execute: report("execute", "INTEGRITY") })).toEqual([
      {
        validator: "assertion export_exists",
        message: "Must export slugify: expected export slugify, found not found",
        fix: "Must export slugify",
      },
    ]);
  });

  it("considers a required additional command that failed, and not an optional one", () => {
    const command = {
      command: "npm run migrations",
      exit_code: 1,
      duration_ms: 1,
      output: "boom",
      status: "FAILED" as const,
    };
    const execute = report("execute", "INTEGRITY", {
      commands: [
        { ...command, name: "check-migrations", required: true },
        { ...command, name: "nice-to-have", required: false },
      ],
    });
    const judge = report("judge", "INTEGRITY", { validators: everyone(3) });
    expect(concludeGates({ judge, execute }).map(({ validator }) => validator)).toEqual(["command check-migrations"]);
  });

  it("considers a requested step without a command", () => {
    const coverage = { name: "coverage", command: "", exit_code: null, duration_ms: 0, output: "name one" };
    const execute = report("execute", "INTEGRITY", { commands: [{ ...coverage, required: true, status: "NOT_RUN" }] });
    const judge = report("judge", "INTEGRITY", { validators: everyone(3) });
    expect(concludeGates({ judge, execute })).toEqual([
      {
        validator: "command coverage",
        message: "coverage did not run: name one",
        fix: "Name a command for coverage in gates.overrides.",
      },
    ]);
  });

  it("is red if tests ran that were not read, or were read and did not run", () => {
    const judge = report("judge", "INTEGRITY", {
      validators: everyone(3),
      inventory: [inventoried("adds"), inventoried("subtracts")],
    });
    const execute = report("execute", "INTEGRITY", { tests: [test("adds"), test("always passes")] });
    const [failure] = concludeGates({ judge, execute });
    expect(failure).toMatchObject({ validator: "TEST_INVENTORY" });
    expect(failure?.message).toContain("always passes");
    expect(failure?.message).toContain("subtracts");
  });

  it("compares nothing if the tests cannot be read, which a validator reports and a person accepts", () => {
    const judge = report("judge", "INTEGRITY", { validators: everyone(3), inventory: null });
    const execute = report("execute", "INTEGRITY", { tests: [test("TestNormalise")] });
    expect(concludeGates({ judge, execute })).toEqual([]);
    expect(isUncompared({ judge, execute })).toBe(true);
    expect(isUncompared({ judge, execute: { ...execute, tests: [] } })).toBe(false);
  });

  it("is red if tests ran of a file that was read and has none", () => {
    const judge = report("judge", "INTEGRITY", { validators: everyone(3), inventory: [] });
    const execute = report("execute", "INTEGRITY", { tests: [test("always passes")] });
    expect(concludeGates({ judge, execute }).map(({ validator }) => validator)).toEqual(["TEST_INVENTORY"]);
    expect(isUncompared({ judge, execute })).toBe(false);
  });
});
