import { describe, expect, it } from "vitest";
import { GATE_NUMBERS, VALIDATORS_BY_GATE } from "../../../src/domain/gates/validator-code.js";
import { VALIDATORS } from "../../../src/gates/validators.js";
import { A_GOOD_TEST, aGateContext, PACKAGE_JSON } from "../../support/gate-context.js";

describe("the validators", () => {
  it("are the 25 of the method, by gate and in order", () => {
    for (const gate of GATE_NUMBERS) {
      expect(VALIDATORS.filter((validator) => validator.gate === gate).map(({ code }) => code)).toEqual(
        VALIDATORS_BY_GATE[gate],
      );
    }
    expect(VALIDATORS).toHaveLength(25);
  });

  it("say what to do when they do not pass", () => {
    for (const { code, fix } of VALIDATORS) expect(fix.length, code).toBeGreaterThan(20);
  });

  it("block, all but the one about intent", () => {
    expect(VALIDATORS.filter(({ hard }) => !hard).map(({ code }) => code)).toEqual(["TEST_INTENT_ALIGNMENT"]);
  });

  it("judge gates 0 and 1 in a red run, and leave 2 and 3 to later ones", () => {
    const red = VALIDATORS.filter(({ runTypes }) => runTypes.includes("CONTRACT"));
    expect(red.map(({ gate }) => gate)).toEqual([...Array(5).fill(0), ...Array(13).fill(1)]);
  });

  it("do not ask for red in a green run", () => {
    const green = VALIDATORS.filter(({ runTypes }) => runTypes.includes("EXECUTION")).map(({ code }) => code);
    expect(green).toHaveLength(24);
    expect(green).not.toContain("TEST_FAILS_BEFORE_IMPLEMENTATION");
  });

  it("leave only gate 3 for the whole branch", () => {
    const integrity = VALIDATORS.filter(({ runTypes }) => runTypes.includes("INTEGRITY")).map(({ code }) => code);
    expect(integrity).toEqual([...VALIDATORS_BY_GATE[3]]);
  });

  it("that need code to run are the six that say so", () => {
    expect(VALIDATORS.filter(({ part }) => part === "execute").map(({ code }) => code)).toEqual([
      "TEST_FAILS_BEFORE_IMPLEMENTATION",
      "TASK_TEST_PASSES",
      "STRICT_COMPILATION",
      "STYLE_CONSISTENCY_LINT",
      "FULL_REGRESSION_PASS",
      "PRODUCTION_BUILD_PASS",
    ]);
  });

  it.each(VALIDATORS.filter(({ part, runTypes }) => part === "judge" && runTypes.includes("CONTRACT")))(
    "$code passes good work in a red run",
    ({ check }) => {
      expect(check(aGateContext())).toMatchObject({ status: "PASSED", places: [] });
    },
  );

  it.each(VALIDATORS.filter(({ part, runTypes }) => part === "judge" && runTypes.includes("EXECUTION")))(
    "$code passes good work in a green run",
    ({ check }) => {
      const baseFiles = { "package.json": PACKAGE_JSON, "test/tag.test.ts": A_GOOD_TEST };
      const files = { ...baseFiles, "src/tag.ts": "export function normaliseTag(raw: string): string { return raw; }" };
      expect(check(aGateContext({ runType: "EXECUTION", baseFiles, files }))).toMatchObject({
        status: "PASSED",
        places: [],
      });
    },
  );

  it.each(VALIDATORS.filter(({ part }) => part === "execute"))("$code was NOT_RUN where nothing ran", ({ check }) => {
    expect(check(aGateContext({ execution: null }))).toMatchObject({ status: "NOT_RUN" });
  });
});
