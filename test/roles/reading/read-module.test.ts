import { describe, expect, it } from "vitest";
import { concludeGates } from "../../../src/features/gate-runs/conclude-gates.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import { type ModuleReading, sectionsOf } from "../../../src/roles/reading/read-module.js";
import type { TaskReading } from "../../../src/roles/reading/read-task.js";
import { anAssertionResult } from "../../support/assertion-result.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";
import { inWork, modules, PLAN } from "../../support/halted.js";
import { FIRST_TASK } from "../../support/loop.js";

const failing = validatorResult({ status: "FAILED", message: "1 of 3 tests failed", fix: "Make it pass." });
const unmet = anAssertionResult({ passed: false, expected: "(a)", actual: "(a, b)" });
const broken = validatorResult({
  code: "STRICT_COMPILATION",
  status: "FAILED",
  message: "src/tag.ts(1,1): error TS2322",
  fix: "Fix the types.",
});
const reports = {
  judge: gateReport(gateRequest({}), { assertions: [unmet] }),
  execute: gateReport(gateRequest({}), { validators: [failing, broken] }),
};

function sections(from: "head" | "red-commit" = "head") {
  const step: ModuleStep = { step: "asking", activity: "implement", question: 5, attempt: 2, from };
  const [work] = modules({ step, failures: concludeGates(reports) });
  const planned = PLAN.modules[0];
  const module = {
    planned,
    work,
    contract: null,
    exports: [],
    reports,
    shippedElsewhere: { shown: [], leftOut: 0 },
    left: new Map(),
  };
  const task = { seals: [], work: inWork({}).work[FIRST_TASK], plan: PLAN };
  return sectionsOf(task as unknown as TaskReading, module as unknown as ModuleReading);
}

describe("what the modules before it left behind", () => {
  const context = {
    available_exports: [
      { name: "checkReally", from: "./check.js", type: "function", created_by: "MM-0001@1.0.0", file: "src/check.ts" },
    ],
    changes_so_far: { files_created: ["src/check.ts"], files_modified: [], total_additions: 12, total_deletions: 3 },
  } as const;

  function sectionsWith(left: ReadonlyMap<string, unknown>) {
    const [first, work] = modules({ step: { step: "shipped", head: "a".repeat(40) } });
    const planned = PLAN.modules[1];
    const module = {
      planned,
      work,
      contract: null,
      exports: [],
      reports: null,
      shippedElsewhere: { shown: [], leftOut: 0 },
      left,
    };
    const task = { seals: [], work: { ...inWork({}).work[FIRST_TASK], modules: [first, work] }, plan: PLAN };
    return sectionsOf(task as unknown as TaskReading, module as unknown as ModuleReading);
  }

  it("is what was recorded when they shipped: files, lines and exports", () => {
    const { context: so_far, neighbours } = sectionsWith(new Map([["MM-0001", context]]));
    expect(so_far.changes_so_far).toEqual(context.changes_so_far);
    expect(neighbours[0]).toMatchObject({ moduleId: "MM-0001", shipped: true, creates: ["checkReally"] });
  });

  it("is their plan where an older version shipped them", () => {
    const planned = PLAN.modules[0];
    const paths = planned !== undefined && "files" in planned ? planned.files.map(({ path }) => path) : [];
    expect(sectionsWith(new Map()).context.changes_so_far).toMatchObject({ files_created: paths, total_additions: 0 });
  });
});

describe("what a later attempt answers for", () => {
  it("is what an assertion expected and found, as the report has it", () => {
    expect(sections().retry.previous_violations).toContainEqual({
      source: "assertion",
      check: "signature_match",
      message: "Must match the signature",
      expected: "(a)",
      actual: "(a, b)",
    });
  });

  it("is the message alone of what is not known any closer, and not the message twice", () => {
    expect(sections().retry.previous_violations).toContainEqual({
      source: "gate",
      check: "TASK_TEST_PASSES",
      message: "1 of 3 tests failed",
      expected: "Make it pass.",
      actual: "",
    });
  });

  it("is what the build printed, as the build's own failure", () => {
    const { previous_violations } = sections().retry;
    expect(previous_violations).toContainEqual({
      source: "build",
      check: "build",
      message: "The build must pass",
      expected: "exit code 0. Fix the types.",
      actual: "src/tag.ts(1,1): error TS2322",
    });
    expect(previous_violations.map(({ check }) => check)).not.toContain("STRICT_COMPILATION");
  });

  it.each([
    ["head", true],
    ["red-commit", false],
  ] as const)("is told whether its files are still there when it goes on from the %s", (from, kept) => {
    expect(sections(from).keepsTree).toBe(kept);
  });
});
