import { describe, expect, it } from "vitest";
import { recordViolations } from "../../../src/features/seals/record-violations.js";

const BLOB = "a".repeat(40);
const INDEX = ".factory/code-index/MM-0001@1.0.0.yml";
const OLD = ".factory/modules/MM-0001/1.0.0/contract.yml";
const NEW = ".factory/modules/MM-0001/1.1.0/contract.yml";
const violations = (paths: readonly string[], keeper = { building: [] as string[], index: false }) =>
  recordViolations(
    paths.map((path) => ({ path, blob: BLOB })),
    keeper,
  );

describe("the record of what shipped", () => {
  it("is closed to everybody, by whatever case it is written in", () => {
    const paths = [INDEX, OLD, NEW, ".Factory/Modules/MM-0009/1.0.0/ship.yml", ".FACTORY/code-index/x.yml"];
    expect(violations(paths)).toEqual(paths);
  });

  it("cannot be deleted either", () => {
    expect(recordViolations([{ path: OLD, blob: null }], { building: [], index: false })).toEqual([OLD]);
  });

  it.each([".factory/config.yml", ".factory/sops/a.md", "src/modules/a.ts", ".factory/modules-of-mine.md"])(
    "has nothing to do with %s",
    (path) => {
      expect(violations([path])).toEqual([]);
    },
  );

  it("is open to a task for the version that it builds, and for no other", () => {
    const task = { building: ["MM-0001@1.1.0"], index: true };
    expect(violations([INDEX, NEW], task)).toEqual([]);
    expect(violations([OLD, ".factory/modules/MM-0001/1.1.01/x.yml"], task)).toHaveLength(2);
  });

  it("is open to a deprecation in the index alone", () => {
    expect(violations([INDEX, OLD], { building: [], index: true })).toEqual([OLD]);
  });
});
