import { describe, expect, it } from "vitest";
import {
  type AssertionCheck,
  bareExportName,
  ContractAssertion,
  ExportName,
} from "../../../src/domain/contract/assertion.js";
import { complaints } from "../../support/contract.js";

const withCheck = (check: unknown) => ({
  type: "assert",
  condition: "exports normaliseTag",
  message: "Must export normaliseTag",
  check,
});

describe("an assertion", () => {
  it.each<AssertionCheck>([
    { type: "export_exists", target: "normaliseTag" },
    { type: "export_exists", target: "normaliseTag", file: "src/tag.ts" },
    { type: "file_exists", target: "src/tag.ts" },
    { type: "pattern_match", target: "src/tag.ts", pattern: "try\\s*\\{[\\s\\S]*catch" },
    { type: "signature_match", target: "normaliseTag", signature: "(raw: string) => string" },
    { type: "function_exists", target: "normaliseTag", signature: "(raw: string) => string", file: "src/tag.ts" },
    { type: "semantic", target: "src/tag.ts", criterion: "uses typed errors" },
  ])("can check $type", (check) => {
    expect(complaints(ContractAssertion, withCheck(check))).toEqual([]);
  });

  it.each([
    ["an unknown check", { type: "vibes", target: "x" }, "check.type"],
    ["no target", { type: "export_exists" }, "check.target"],
    ["an export outside the repository", { type: "export_exists", target: "x", file: "../x.ts" }, "check.file"],
    ["a file outside the repository", { type: "file_exists", target: "/etc/passwd" }, "check.target"],
    ["a pattern that is none", { type: "pattern_match", target: "a.ts", pattern: "(" }, "must be a regular expression"],
    ["an empty pattern", { type: "pattern_match", target: "a.ts", pattern: "" }, "check.pattern"],
    ["no signature", { type: "signature_match", target: "x" }, "check.signature"],
    ["no criterion", { type: "semantic", target: "a.ts", criterion: "" }, "check.criterion"],
    ["a field too many", { type: "file_exists", target: "a.ts", pattern: "x" }, "pattern"],
  ])("is refused with %s", (_case, check, complaint) => {
    expect(complaints(ContractAssertion, withCheck(check)).join("\n")).toContain(complaint);
  });

  it.each(["assert", "suggest"])("may %s", (type) => {
    const check = { type: "file_exists", target: "a.ts" };
    expect(complaints(ContractAssertion, { ...withCheck(check), type })).toEqual([]);
  });

  it("may do nothing else", () => {
    const check = { type: "file_exists", target: "a.ts" };
    expect(complaints(ContractAssertion, { ...withCheck(check), type: "hope" }).join()).toContain("type");
  });
});

describe("an export name", () => {
  it.each(["checkHealth", "checkHealth()", "Cache.get", "auth::login", "default", "naïve"])("may be %s", (name) => {
    expect(ExportName.safeParse(name).success).toBe(true);
  });

  it.each(["", "check health", "check(a)", "()", "check()()", "TBD"])("is not %j", (name) => {
    expect(ExportName.safeParse(name).success).toBe(false);
  });

  it("is the same with and without parentheses", () => {
    expect(bareExportName("checkHealth()")).toBe("checkHealth");
    expect(bareExportName("checkHealth")).toBe("checkHealth");
  });
});
