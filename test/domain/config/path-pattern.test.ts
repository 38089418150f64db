import { describe, expect, it } from "vitest";
import { matchesAny, PathPattern, patternMatcher } from "../../../src/domain/config/path-pattern.js";

describe("matching", () => {
  it.each([
    ["*.go", "main.go", true],
    ["*.go", "cmd/deep/main.go", true],
    ["*.go", "main.gox", false],
    ["Makefile", "sub/Makefile", true],
    ["/Makefile", "Makefile", true],
    ["/Makefile", "sub/Makefile", false],
    ["src/api", "src/api/users.ts", true],
    ["src/api", "src/api", true],
    ["src/api", "lib/src/api/users.ts", false],
    ["src/api", "src/apis/users.ts", false],
    ["docs/", "docs/a.md", true],
    ["docs/", "sub/docs/a.md", true],
    ["docs/", "docs", false],
    ["./src/a.ts", "src/a.ts", true],
    ["handlers/**/*.go", "handlers/a/b/c.go", true],
    ["handlers/*.go", "handlers/a/c.go", false],
    [".env*", "app/.env.local", true],
    ["**", ".hidden/file", true],
    ["*.{png,jpg}", "a/b.jpg", true],
    ["*.GO", "main.go", false],
  ])("%s on %s is %s", (pattern, path, expected) => {
    expect(matchesAny(path, [pattern])).toBe(expected);
  });

  it("matches nothing without patterns", () => {
    expect(matchesAny("a", [])).toBe(false);
  });

  it("matches when any pattern does", () => {
    expect(matchesAny("b.ts", ["a.ts", "b.ts"])).toBe(true);
  });

  it("can ignore case", () => {
    expect(patternMatcher(["Makefile"], { ignoreCase: true })("sub/MAKEFILE")).toBe(true);
  });

  it("takes extended globs literally, because they can backtrack without end", () => {
    expect(matchesAny("aaaaaa", ["+(a|aa)"])).toBe(false);
  });
});

describe("the schema", () => {
  it.each(["*.go", "src/api", "/Makefile", "docs/", "a..b/c", "...", "*/*/*/*/*/*/*/*"])("accepts %s", (pattern) => {
    expect(PathPattern.safeParse(pattern).success).toBe(true);
  });

  it.each([
    ["", "nothing"],
    ["/", "nothing"],
    ["!src", "negation"],
    ["../x", "a way out"],
    ["a/../b", "a way round"],
    ["a/..", "a way up"],
    ["a\\b", "backslashes"],
    ["a\u0000b", "control characters"],
    ["*/*/*/*/*/*/*/*/*", "nine wildcards"],
    ["x".repeat(201), "more than 200 characters"],
  ])("refuses %j: %s", (pattern) => {
    expect(PathPattern.safeParse(pattern).success).toBe(false);
  });
});
