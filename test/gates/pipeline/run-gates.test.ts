import { describe, expect, it } from "vitest";
import type { CommandResult } from "../../../src/domain/gates/gate-report.js";
import type { GateStatus } from "../../../src/domain/validation/gate-status.js";
import type { ExecutionFacts } from "../../../src/gates/execution-facts.js";
import { runGates } from "../../../src/gates/pipeline/run-gates.js";
import { finding, type Validator } from "../../../src/gates/validator.js";
import { VALIDATORS } from "../../../src/gates/validators.js";
import { aGateContext } from "../../support/gate-context.js";

const NOTHING: ExecutionFacts = {
  red: null,
  green: null,
  commands: [],
  suite: { ran: false, reason: "not asked for" },
};

/** The real validators' places, with made-up verdicts. */
function validators(verdicts: Partial<Record<Validator["code"], GateStatus>>, heard: string[] = []): Validator[] {
  return VALIDATORS.map((validator) => ({
    ...validator,
    check() {
      heard.push(validator.code);
      return finding(verdicts[validator.code] ?? "PASSED", `${validator.code} says so`);
    },
  }));
}

async function run(list: readonly Validator[], more: Partial<Parameters<typeof runGates>[0]> = {}) {
  const results = await runGates({
    context: aGateContext({ runType: "EXECUTION" }),
    gates: [0, 1, 2, 3],
    parts: ["judge", "execute"],
    validators: list,
    gather: async () => NOTHING,
    ...more,
  });
  return new Map(results.map((result) => [result.code, result]));
}

describe("gates run in order", () => {
  it("and all validators of a failing gate answer before the next gates are stopped", async () => {
    const heard: string[] = [];
    const results = await run(validators({ TASK_SCOPE_SIZE: "FAILED" }, heard));
    expect(heard).toEqual([
      "TOKEN_BUDGET_FIT",
      "TASK_SCOPE_SIZE",
      "TASK_CLARITY_CHECK",
      "SENSITIVE_FILES_LOCK",
      "DANGER_MODE_EXPLICIT",
    ]);
    expect(results.get("CONTRACT_SCHEMA_VALID")).toMatchObject({
      status: "NOT_RUN",
      message: "Not run: gate 0 failed",
    });
    expect(results.get("TEST_FAILS_BEFORE_IMPLEMENTATION")?.status).toBe("SKIPPED");
    expect(results.size).toBe(25);
  });

  it.each<GateStatus>(["FAILED", "NOT_RUN", "VACUOUS"])("and %s stops the next", async (status) => {
    const results = await run(validators({ TASK_TEST_PASSES: status }));
    expect(results.get("FULL_REGRESSION_PASS")?.status).toBe("NOT_RUN");
  });

  it.each<GateStatus>(["PASSED", "WARNING", "SKIPPED"])("and %s does not", async (status) => {
    const results = await run(validators({ TASK_TEST_PASSES: status }));
    expect(results.get("FULL_REGRESSION_PASS")?.status).toBe("PASSED");
  });

  it("and those that need a command are NOT_RUN where none may run, others are asked, and nothing is run", async () => {
    const heard: string[] = [];
    const asked: number[] = [];
    const withheld = finding("NOT_RUN", "nothing confines it", { fix: "Install it." });
    const gather = async (gate: number) => {
      asked.push(gate);
      return NOTHING;
    };
    const results = await run(validators({}, heard), { withheld, gather });
    expect(results.get("TASK_TEST_PASSES")).toMatchObject({
      status: "NOT_RUN",
      message: "nothing confines it",
      fix: "Install it.",
    });
    expect(results.get("DIFF_SCOPE_ENFORCEMENT")?.status).toBe("PASSED");
    expect(results.get("TEST_FAILS_BEFORE_IMPLEMENTATION")?.status).toBe("SKIPPED");
    expect(results.get("FULL_REGRESSION_PASS")).toMatchObject({ status: "NOT_RUN", message: "Not run: gate 2 failed" });
    expect(heard).not.toContain("TASK_TEST_PASSES");
    expect(asked).toEqual([]);
  });

  it("and a soft validator warns where a hard one would block", async () => {
    const results = await run(validators({ TEST_INTENT_ALIGNMENT: "FAILED" }));
    expect(results.get("TEST_INTENT_ALIGNMENT")?.status).toBe("WARNING");
    expect(results.get("TASK_TEST_PASSES")?.status).toBe("PASSED");
  });

  it("and what a gate needs is run only when its turn comes", async () => {
    const asked: number[] = [];
    const gather = async (gate: number) => {
      asked.push(gate);
      return NOTHING;
    };
    await run(validators({ CONTRACT_SCHEMA_VALID: "FAILED" }), { gather });
    expect(asked).toEqual([0, 1]);
  });

  it("and a failing required command without a validator stops the next gate", async () => {
    const command = (name: string, required: boolean): CommandResult => ({
      name,
      command: "make it",
      required,
      status: required ? "FAILED" : "WARNING",
      exit_code: 1,
      duration_ms: 1,
      output: "",
    });
    const statusWith = async (result: CommandResult) =>
      (await run(validators({}), { gather: async () => ({ ...NOTHING, commands: [result] }) })).get(
        "FULL_REGRESSION_PASS",
      )?.status;
    expect(await statusWith(command("check-migrations", true))).toBe("NOT_RUN");
    expect(await statusWith(command("check-migrations", false))).toBe("PASSED");
    expect(await statusWith(command("lint", true))).toBe("PASSED");
  });
});

describe("a part", () => {
  it("of a run reports its own validators only, and a judge runs nothing", async () => {
    const gather = () => Promise.reject(new TypeError("a judge runs nothing"));
    const judged = await run(validators({}), { parts: ["judge"], gather });
    const executed = await run(validators({}), { parts: ["execute"] });
    expect([...judged.keys()].filter((code) => executed.has(code))).toEqual([]);
    expect(judged.size + executed.size).toBe(25);
  });
});

describe("a result", () => {
  it("carries the fix exactly when there is something to do", async () => {
    const results = await run(validators({ TASK_TEST_PASSES: "FAILED", TEST_INTENT_ALIGNMENT: "WARNING" }));
    expect(results.get("TASK_TEST_PASSES")?.fix).not.toBe("");
    expect(results.get("TEST_INTENT_ALIGNMENT")?.fix).not.toBe("");
    expect(results.get("TASK_CLARITY_CHECK")?.fix).toBe("");
  });

  it("lists at most 500 places, and says how many are missing", async () => {
    const places = Array.from({ length: 503 }, (_, index) => ({ path: "a.ts", line: index + 1, message: "here" }));
    const list = VALIDATORS.filter(({ code }) => code === "TASK_CLARITY_CHECK").map((validator) => ({
      ...validator,
      check: () => finding("FAILED", "unclear", { places }),
    }));
    const result = (await run(list)).get("TASK_CLARITY_CHECK");
    expect(result?.places).toHaveLength(500);
    expect(result?.message).toBe("unclear (3 more places are not listed)");
  });

  it("of another run type is skipped, with the reason", async () => {
    const results = await run(validators({}), { context: aGateContext({ runType: "CONTRACT" }) });
    expect(results.get("TASK_TEST_PASSES")).toMatchObject({
      status: "SKIPPED",
      message: "Skipped in a run of type CONTRACT: it belongs to EXECUTION",
    });
  });
});
