import { describe, expect, it } from "vitest";
import { compareExports } from "../../../src/domain/enforcement/additive-tolerance.js";

const required = ["HealthCheckResult", "checkHealth()"];

describe("compareExports", () => {
  it("passes with exactly what was promised", () => {
    expect(compareExports(required, ["checkHealth", "HealthCheckResult"])).toEqual({
      passed: true,
      missing: [],
      extra: [],
    });
  });

  it("passes with extras, and names them", () => {
    expect(compareExports(required, ["HealthCheckResult", "checkHealth", "HealthCheckError"])).toEqual({
      passed: true,
      missing: [],
      extra: ["HealthCheckError"],
    });
  });

  it("fails when something is missing", () => {
    expect(compareExports(required, ["HealthCheckResult"])).toMatchObject({
      passed: false,
      missing: [{ name: "checkHealth" }],
    });
  });

  it("fails on a wrong name, and points at what was probably meant", () => {
    expect(compareExports(required, ["HealthCheckResults", "checkHealth"])).toMatchObject({
      passed: false,
      missing: [{ name: "HealthCheckResult", insteadFound: "HealthCheckResults" }],
    });
  });

  it("does not guess when nothing is near", () => {
    expect(compareExports(["checkHealth"], ["zzz"]).missing).toEqual([{ name: "checkHealth" }]);
  });

  it("takes case seriously", () => {
    expect(compareExports(["checkHealth"], ["CheckHealth"]).passed).toBe(false);
  });

  it("strips parentheses on both sides", () => {
    expect(compareExports(["checkHealth"], ["checkHealth()"]).passed).toBe(true);
  });

  it("needs nothing when nothing was promised", () => {
    expect(compareExports([], ["anything"]).passed).toBe(true);
  });
});
