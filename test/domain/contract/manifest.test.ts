import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Manifest, manifestIsCoherent } from "../../../src/domain/contract/manifest.js";
import { complaints } from "../../support/contract.js";

const file = (path: string, action = "CREATE") => ({ path, action, reason: "needed for the module" });

describe("a manifest", () => {
  it.each(["CREATE", "MODIFY", "DELETE"])("knows the action %s", (action) => {
    expect(complaints(Manifest, [file("src/tag.ts", action)])).toEqual([]);
  });

  it.each([
    ["no file", [], "must name at least one file"],
    ["another action", [file("src/tag.ts", "MOVE")], "0.action"],
    ["a file without a reason", [{ path: "src/tag.ts", action: "CREATE", reason: "" }], "0.reason"],
    ["a glob", [file("src/*.ts")], "0.path"],
    ["one path twice", [file("a.ts"), file("b.ts"), file("a.ts")], `2.path: path "a.ts" is already declared at [0]`],
    ["one path in two spellings", [file("src/Tag.ts"), file("src/tag.ts")], `1.path: path "src/tag.ts" is already`],
  ])("is refused with %s", (_case, manifest, complaint) => {
    expect(complaints(Manifest, manifest).join("\n")).toContain(complaint);
  });

  it("has no limit of its own: how many files are too many is the sizing rule", () => {
    expect(
      complaints(
        Manifest,
        Array.from({ length: 30 }, (_, index) => file(`src/${index}.ts`)),
      ),
    ).toEqual([]);
  });
});

describe("what a manifest is for", () => {
  const Module = z
    .object({ files: Manifest, entry: z.string(), test_file: z.string() })
    .superRefine(manifestIsCoherent);
  const valid = {
    files: [file("src/tag.ts"), file("test/tag.test.ts")],
    entry: "src/tag.ts",
    test_file: "test/tag.test.ts",
  };

  it("holds for an entry beside its tests", () => {
    expect(complaints(Module, valid)).toEqual([]);
  });

  it("holds for an entry that exists and is left alone", () => {
    expect(complaints(Module, { ...valid, entry: "src/existing.ts" })).toEqual([]);
  });

  it.each([
    ["tests that are not listed", { test_file: "test/x.test.ts" }, 'test_file: "test/x.test.ts" must be one of'],
    [
      "tests that are deleted",
      { files: [file("test/tag.test.ts", "DELETE")] },
      "must not be deleted: a module ships with tests",
    ],
    ["tests as the entry", { entry: "Test/tag.test.ts" }, "must not be the entry"],
    [
      "an entry that is deleted",
      { files: [file("src/tag.ts", "DELETE"), file("test/tag.test.ts")] },
      'entry: "src/tag.ts"',
    ],
  ])("does not hold with %s", (_case, change, complaint) => {
    expect(complaints(Module, { ...valid, ...change }).join("\n")).toContain(complaint);
  });
});
