import { describe, expect, it } from "vitest";
import {
  CodeIndexEntry,
  entryRef,
  indexEntryOf,
  indexEntryPath,
  isActive,
} from "../../../src/domain/index-entries/code-index-entry.js";
import { anEntry } from "../../support/code-index.js";
import { aContract, complaints } from "../../support/contract.js";

describe("an entry of the code index", () => {
  it("is made from a contract, active, with pointers to its public files", () => {
    expect(indexEntryOf(aContract())).toEqual({
      module_id: "MM-0001",
      version: "1.0.0",
      name: "Tag normaliser",
      purpose: "Turns a raw tag into its canonical spelling",
      tags: ["text", "tags"],
      contract_ref: ".factory/modules/MM-0001/1.0.0/contract.yml",
      examples_ref: ".factory/modules/MM-0001/1.0.0/examples.md",
      ship_ref: ".factory/modules/MM-0001/1.0.0/ship.yml",
      io_summary: {
        inputs: ["raw: string where not empty; at most 80 characters", "locale?: string"],
        outputs: ["tag: string where lower case"],
        error_surfaces: ["EmptyTag (exception): raw holds no letter"],
        effects: ["WRITE audit-log: appends one line for each call"],
        modes: ["sync"],
      },
      dependencies: ["MM-0002@^1.0.0"],
      status: "SHIPPED",
      superseded_by: null,
      notes: "",
    });
    expect(complaints(CodeIndexEntry, indexEntryOf(aContract()))).toEqual([]);
  });

  it("is known by module and version", () => {
    expect(entryRef(anEntry())).toBe("MM-0001@1.0.0");
    expect(indexEntryPath("MM-0001@1.0.0")).toBe(".factory/code-index/MM-0001@1.0.0.yml");
  });

  it.each([
    ["SHIPPED", true],
    ["DEPRECATED", false],
    ["SUPERSEDED", false],
  ] as const)("that is %s is active: %s", (status, active) => {
    expect(isActive({ status })).toBe(active);
  });

  it.each(Object.keys(anEntry()) as (keyof CodeIndexEntry)[])("needs %s", (field) => {
    const { [field]: _left, ...rest } = anEntry();
    expect(complaints(CodeIndexEntry, rest).join()).toContain(field);
  });

  it.each<[string, Partial<CodeIndexEntry>, string]>([
    ["active with a replacement", { superseded_by: "MM-0001@2.0.0" }, "only an inactive entry names its replacement"],
    ["superseded by nothing", { status: "SUPERSEDED" }, "must name the version that replaces it"],
    ["superseded by itself", { status: "SUPERSEDED", superseded_by: "MM-0001@1.0.0" }, "must not replace itself"],
    ["deprecated without a note", { status: "DEPRECATED", notes: " " }, "must carry a migration note"],
    ["dependent on no range", { dependencies: ["MM-0002"] }, "dependencies.0"],
    ["without a purpose", { purpose: "TBD" }, "purpose"],
  ])("is refused when it is %s", (_case, change, complaint) => {
    expect(complaints(CodeIndexEntry, anEntry(change)).join()).toContain(complaint);
  });

  it.each<Partial<CodeIndexEntry>>([
    { status: "SUPERSEDED", superseded_by: "MM-0001@2.0.0" },
    { status: "DEPRECATED", notes: "Use a regular expression." },
    { status: "DEPRECATED", notes: "Use the other.", superseded_by: "MM-0005@1.0.0" },
  ])("may be %j", (change) => {
    expect(complaints(CodeIndexEntry, anEntry(change))).toEqual([]);
  });
});
