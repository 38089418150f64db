import { describe, expect, it } from "vitest";
import { pathKey, RepoPath } from "../../../src/domain/contract/repo-path.js";
import { complaints } from "../../support/contract.js";

describe("a path of the repository", () => {
  it.each([
    "src/tag.ts",
    "README.md",
    ".github/workflows/ci.yml",
    "app/[id]/page.tsx",
    "src/routes/(app)/+page.svelte",
    "docs/ünïcode name.md",
    "a..b/c...d",
  ])("may be %j", (path) => {
    expect(complaints(RepoPath, path)).toEqual([]);
  });

  it.each([
    ["", "must not be empty"],
    ["/etc/passwd", "relative"],
    ["C:/windows", "relative"],
    ["c:tag.ts", "relative"],
    ["..", "normalised"],
    ["../up.ts", "normalised"],
    ["src/../up.ts", "normalised"],
    ["src/./tag.ts", "normalised"],
    ["./src/tag.ts", "normalised"],
    ["src//tag.ts", "normalised"],
    ["src/", "normalised"],
    ["src\\tag.ts", "separated by /"],
    ["src/*.ts", "wildcards"],
    ["src/**", "wildcards"],
    ["src/ta?.ts", "wildcards"],
    ["src/{a,b}.ts", "wildcards"],
    ["!src/tag.ts", "wildcards"],
    ["src/tag.ts\n", "control"],
    ["src/\u0000.ts", "control"],
    ["src/u\u0308.ts", "NFC"],
  ])("must not be %j: %s", (path, problem) => {
    expect(complaints(RepoPath, path).join()).toContain(problem);
    expect(complaints(RepoPath, path).join()).toContain(JSON.stringify(path));
  });

  it("has one key for the spellings that some file systems cannot tell apart", () => {
    expect(pathKey("SRC/Tag.ts")).toBe(pathKey("src/tag.ts"));
    expect(pathKey("u\u0308.ts")).toBe(pathKey("\u00fc.ts"));
    expect(pathKey("a.ts")).not.toBe(pathKey("b.ts"));
  });
});
