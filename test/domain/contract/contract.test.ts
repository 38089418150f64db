import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { aContract, complaints } from "../../support/contract.js";

const valid = aContract();

describe("a contract", () => {
  it("is accepted when complete", () => {
    expect(complaints(Contract, valid)).toEqual([]);
  });

  it.each(Object.keys(valid) as (keyof Contract)[])("needs %s", (field) => {
    const { [field]: _left, ...rest } = valid;
    expect(complaints(Contract, rest).join("\n")).toContain(field);
  });

  it("has no other fields", () => {
    expect(complaints(Contract, { ...valid, extra: 1 }).join()).toContain("extra");
  });

  it.each([
    ["another schema version", { schema_version: "2.0.0" }, "schema_version"],
    ["a number of its own making", { module_id: "MM-1" }, "module_id: must look like MM-0001"],
    ["a half version", { module_version: "1.0" }, "module_version"],
    ["a slug with capitals", { slug: "Tag" }, "slug"],
    ["a slug of 65 characters", { slug: "a".repeat(65) }, "slug"],
    ["one tag twice", { tags: ["text", "text"] }, `tags.1: tag "text" is already declared`],
    ["an unknown change type", { change_type: "delete" }, "change_type"],
    ["a mode in small letters", { mode: "strict" }, "mode"],
    ["a placeholder purpose", { purpose: "TODO" }, "purpose"],
    ["a placeholder error case", { error_cases: ["n/a"] }, "error_cases.0"],
    ["no exports, and no channel", { creates: [] }, "inputs.0.channel: must say how it comes or leaves"],
    ["no exports, and a result", { creates: [] }, "outputs.0.channel: must say how it comes or leaves"],
    [
      "one export twice, once called",
      { creates: ["parse", "parse()"] },
      `creates.1: export "parse" is already declared`,
    ],
    ["one consumed export twice", { consumes: ["fold()", "fold"] }, "consumes.1"],
    ["no clauses", { clauses: [] }, "clauses"],
    [
      "one clause twice",
      { clauses: [...valid.clauses, ...valid.clauses.slice(0, 1)] },
      `clause "CL-HAPPY-001" is already`,
    ],
    [
      "a mapping to no clause",
      { test_mapping: { "CL-NONE-001": ["x y"] } },
      `"CL-NONE-001" is not a clause of this contract`,
    ],
    ["a mapping to no test", { test_mapping: { "CL-ERROR-001": [] } }, "must name at least one test"],
    ["nothing to assert on", { assertion_surface: [] }, "assertion_surface"],
    ["a strange assertion target", { assertion_surface: [{ kind: "log", target: "x y" }] }, "assertion_surface.0.kind"],
    ["no target", { target_artifacts: [] }, "target_artifacts: must name at least one file"],
    [
      "a target outside the manifest",
      { target_artifacts: ["src/x.ts"] },
      `"src/x.ts" must be one of the manifest's files`,
    ],
    ["a dependency on itself", { dependencies: [{ ref: "MM-0001@^1.0.0", why: "x y" }] }, "must not depend on itself"],
    [
      "two ranges of one dependency",
      { dependencies: ["^1.0.0", "^2.0.0"].map((range) => ({ ref: `MM-0002@${range}`, why: "folds" })) },
      `dependencies.1.ref: dependency on "MM-0002" is already declared`,
    ],
    ["a budget of nothing", { runtime_budgets: { latency_ms_p95: 0 } }, "runtime_budgets.latency_ms_p95"],
    ["no memory", { runtime_budgets: { memory_mb_max: -1 } }, "runtime_budgets.memory_mb_max"],
    [
      "no policy",
      { compatibility: { backward_compatible_with: [], breaking_change_policy: "" } },
      "breaking_change_policy",
    ],
    [
      "a test file outside the manifest",
      { test_file: "test/x.test.ts" },
      `"test/x.test.ts" must be one of the manifest's`,
    ],
    ["the test file as entry", { entry: "test/tag.test.ts" }, "must not be the entry"],
    ["an unknown dimension value", { inputs: [] }, "inputs"],
  ])("is refused with %s", (_case, change, complaint) => {
    expect(complaints(Contract, { ...valid, ...change }).join("\n")).toContain(complaint);
  });

  it.each(["new", "modify", "bugfix", "refactor"])("knows the change type %s", (change_type) => {
    expect(complaints(Contract, { ...valid, change_type })).toEqual([]);
  });

  it.each(["STRICT", "CREATIVE"])("knows the mode %s", (mode) => {
    expect(complaints(Contract, { ...valid, mode })).toEqual([]);
  });

  it.each(["export", "error", "http", "payload", "selector", "file", "stream"])("may assert on %s", (kind) => {
    expect(complaints(Contract, { ...valid, assertion_surface: [{ kind, target: "normaliseTag" }] })).toEqual([]);
  });
});
