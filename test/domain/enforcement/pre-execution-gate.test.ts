import { describe, expect, it } from "vitest";
import { checkPreExecution, type DependencyStatus } from "../../../src/domain/enforcement/pre-execution-gate.js";
import { aContext } from "../../support/execution-context.js";

const shipped: DependencyStatus = { name: "Health", status: "SHIPPED", verdict: "PASS" };

function check({
  current = shipped,
  dependsOn = ["MM-0001"],
  consumes = ["checkHealth"],
}: {
  current?: DependencyStatus;
  dependsOn?: string[];
  consumes?: string[];
}) {
  return checkPreExecution({ dependsOn, consumes, modules: new Map([["MM-0001", current]]), context: aContext() });
}

describe("checkPreExecution", () => {
  it("lets a module start when everything it builds on has shipped", () => {
    expect(check({})).toEqual({ canExecute: true, blockedBy: [] });
  });

  it("lets a module start that builds on nothing", () => {
    expect(check({ dependsOn: [], consumes: [] }).canExecute).toBe(true);
  });

  it("takes a reused module without a debate", () => {
    expect(check({ current: { ...shipped, verdict: null } }).canExecute).toBe(true);
  });

  it("takes consumed functions with their parentheses", () => {
    expect(check({ consumes: ["checkHealth()"] }).canExecute).toBe(true);
  });

  it("blocks on a dependency that nobody knows", () => {
    expect(check({ dependsOn: ["MM-0009"] })).toMatchObject({
      canExecute: false,
      blockedBy: [{ type: "missing_dependency", module: "MM-0009" }],
    });
  });

  it.each(["PENDING", "IN_PROGRESS", "HALTED", "ABANDONED"])(
    "blocks on a dependency that is %s, and says so",
    (status) => {
      const { canExecute, blockedBy } = check({ current: { ...shipped, status, verdict: null } });
      expect(canExecute).toBe(false);
      expect(blockedBy).toEqual([
        {
          type: "unshipped_dependency",
          module: "MM-0001",
          details: `dependency MM-0001 (Health) has status ${status}; it must be SHIPPED`,
        },
      ]);
    },
  );

  it("blocks on a dependency whose review failed", () => {
    expect(check({ current: { ...shipped, verdict: "FAIL" } }).blockedBy).toMatchObject([
      { type: "unshipped_dependency", details: expect.stringContaining("verdict of FAIL") },
    ]);
  });

  it("blocks on a consumed export that nobody provides", () => {
    expect(check({ consumes: ["checkHealth", "Missing()"] }).blockedBy).toMatchObject([
      { type: "missing_export", export: "Missing" },
    ]);
  });

  it("gives every reason at once", () => {
    const current = { name: "Health", status: "HALTED", verdict: "FAIL" } as const;
    const { blockedBy } = check({ current, dependsOn: ["MM-0001", "MM-0009"], consumes: ["Missing"] });
    expect(blockedBy.map(({ type }) => type)).toEqual([
      "unshipped_dependency",
      "unshipped_dependency",
      "missing_dependency",
      "missing_export",
    ]);
  });
});
