import { describe, expect, it } from "vitest";
import { DependencyRange, parseModuleRange, satisfiesRange } from "../../../src/domain/contract/dependency.js";

describe("a dependency range", () => {
  it.each(["MM-0001@^1.0.0", "MM-0001@~1.2.0", "MM-0001@1.0.0", "MM-0001@>=1.0.0 <3.0.0"])("may be %s", (ref) => {
    expect(DependencyRange.safeParse(ref).success).toBe(true);
  });

  it.each(["MM-0001", "MM-1@^1.0.0", "MM-0001@latest", "MM-0001@1.0.0.0", "MM-0001@^1..0"])("is not %s", (ref) => {
    expect(DependencyRange.safeParse(ref).success).toBe(false);
  });

  it("is a module and a range", () => {
    expect(parseModuleRange("MM-0001@>=1.0.0 <3.0.0")).toEqual({ moduleId: "MM-0001", range: ">=1.0.0 <3.0.0" });
  });

  it.each([
    ["MM-0001@1.0.0", "MM-0001@^1.0.0", true],
    ["MM-0001@1.9.9", "MM-0001@^1.0.0", true],
    ["MM-0001@2.0.0", "MM-0001@^1.0.0", false],
    ["MM-0001@0.9.0", "MM-0001@^1.0.0", false],
    ["MM-0002@1.0.0", "MM-0001@^1.0.0", false],
    ["MM-0001@1.0.1", "MM-0001@1.0.0", false],
  ])("is satisfied by %s for %s: %s", (ref, requested, expected) => {
    expect(satisfiesRange(ref, requested)).toBe(expected);
  });
});
