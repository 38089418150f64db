import { describe, expect, it } from "vitest";
import { factoryFileViolations } from "../../../src/features/shipping/factory-files.js";
import { sha } from "../../support/ship.js";

const own = ".factory/modules/MM-0001/1.0.0/contract.yml";
const entry = ".factory/code-index/MM-0001@1.0.0.yml";
const committed = new Map([
  [own, sha("a")],
  [entry, sha("b")],
  [".factory/modules/MM-0002/1.0.0/ship.yml", sha("d")],
  [".factory/config.yml", sha("c")],
]);
const violations = (path: string, blob: string | null) =>
  factoryFileViolations([{ path, blob }], "MM-0001@1.0.0", committed).map((violation) => violation.path);

describe("a change under .factory/", () => {
  it.each([
    [own, sha("a")],
    [entry, sha("b")],
  ])("is allowed for the module's own %s as the loop committed it", (path, blob) => {
    expect(violations(path, blob)).toEqual([]);
  });

  it("is allowed for what a sibling shipped on the same branch, exactly as the loop committed it", () => {
    const shipped = ".factory/modules/MM-0002/1.0.0/ship.yml";
    expect(violations(shipped, sha("d"))).toEqual([]);
    expect(violations(shipped, sha("f"))).toEqual([shipped]);
  });

  it.each([
    ["other content", own, sha("f")],
    ["a deletion", own, null],
    ["a file the loop never wrote", ".factory/modules/MM-0001/1.0.0/notes.md", sha("a")],
    ["the configuration, even unchanged", ".factory/config.yml", sha("c")],
    ["another module", ".factory/modules/MM-0002/1.0.0/contract.yml", sha("a")],
    ["another version", ".factory/modules/MM-0001/1.0.1/contract.yml", sha("a")],
    ["a longer number", ".factory/modules/MM-0001/1.0.00/contract.yml", sha("a")],
    ["another spelling", ".FACTORY/modules/MM-0001/1.0.0/contract.yml", sha("a")],
    ["a file in its place", ".factory", sha("a")],
  ])("is refused: %s", (_case, path, blob) => {
    expect(violations(path, blob)).toEqual([path]);
  });

  it.each(["src/tag.ts", "docs/.factory/x.md", ".factory-notes.md"])("is not %s", (path) => {
    expect(violations(path, sha("f"))).toEqual([]);
  });
});
