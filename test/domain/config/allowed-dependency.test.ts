import { describe, expect, it } from "vitest";
import { isAllowedDependency } from "../../../src/domain/config/allowed-dependency.js";

describe("isAllowedDependency", () => {
  it.each([
    ["zod", ["zod"], true],
    ["zod", [], false],
    ["zod-utils", ["zod"], false],
    ["@types/node", ["@types/*"], true],
    ["@types/", ["@types/*"], false],
    ["@typescript/node", ["@types/*"], false],
    ["github.com/acme/log", ["github.com/acme/*"], true],
    ["anything", ["*"], false],
  ])("%s against %j is %s", (name, allowed, expected) => {
    expect(isAllowedDependency(name, allowed)).toBe(expected);
  });
});
