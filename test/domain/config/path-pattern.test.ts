import { describe, expect, it } from "vitest";
import { PathPattern, patternMatcher } from "../../../src/domain/config/path-pattern.js";

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
    ["src/**", "src", true],
    ["src/**/test/*.ts", "src/test/a.ts", true],
    ["src/**/test/*.ts", "src/a/b/test/c/a.ts", false],
    ["a**b", "a-b", true],
    ["a**b", "a/b", false],
    ["v?.md", "v1.md", true],
    ["v?.md", "v.md", false],
    ["v?.md", "v😀.md", true],
    ["*.[ch]", "a/b.h", true],
    ["*.[ch]", "a/b.o", false],
    ["*.[!ch]", "a/b.o", true],
    ["*.[^ch]", "a/b.c", false],
    ["[a-c]x[]y]", "bx]", true],
    ["src/{a,b/{c,d}}/*.ts", "src/b/d/x.ts", true],
    ["src/{a,b/{c,d}}/*.ts", "src/b/x.ts", false],
    ["{a}.ts", "{a}.ts", true],
    ["a{b", "a{b", true],
  ])("%s on %s is %s", (pattern, path, expected) => {
    expect(patternMatcher([pattern])(path)).toBe(expected);
  });

  it("matches nothing without patterns", () => {
    expect(patternMatcher([])("a")).toBe(false);
  });

  it("matches when any pattern does", () => {
    expect(patternMatcher(["a.ts", "b.ts"])("b.ts")).toBe(true);
  });

  it("can ignore case", () => {
    expect(patternMatcher(["Makefile"], { ignoreCase: true })("sub/MAKEFILE")).toBe(true);
  });

  it("can ignore how a name is composed, with its case", () => {
    expect(patternMatcher(["E\u0301t\u00e9"], { ignoreCase: true })("sub/\u00e9t\u00e9")).toBe(true);
  });

  it.each([
    ["app/(admin)/**", "app/(admin)/page.tsx", "app/admin/page.tsx"],
    ["lib/c++", "lib/c++/main.h", "lib/ccc/main.h"],
    ["pages/[id].ts", "pages/[id].ts", "pages/[x].ts"],
    ["pages/[...slug]*.ts", "pages/[...slug]-old.ts", "pages/old.ts"],
    ["a|b", "a|b", "a"],
    ['say "hello".md', 'say "hello".md', "say hello.md"],
    ["+(a|aa)", "+(a|aa)", "aaaaaa"],
    ["cost$.md", "cost$.md", "cost.md"],
  ])("takes what other globs make more of as it stands in a name: %s", (pattern, path, other) => {
    expect(patternMatcher([pattern])(path)).toBe(true);
    expect(patternMatcher([pattern])(other)).toBe(false);
  });

  it.each([
    ["groups that repeat", "(a+)+b", "a".repeat(1_000)],
    ["lists that repeat", "{a,a}+b", "a".repeat(1_000)],
    ["stars", "*a*a*a*a*a*a*a*b", "a".repeat(1_000)],
    ["sets that are names, too", `${"[[]*".repeat(8)}b`, "[[]".repeat(300)],
    ["folders", `${"**/a/".repeat(8)}b`, "a/".repeat(500)],
    ["lists", "{a,b}".repeat(6), "ab".repeat(500)],
  ])("takes no longer for many %s", (_what, pattern, path) => {
    const { success } = PathPattern.safeParse(pattern);
    expect(success).toBe(true);
    const before = process.cpuUsage();
    expect(patternMatcher([pattern])(`${path}c`)).toBe(false);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200);
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
    ["{a,b}".repeat(7), "128 alternatives"],
    ["{a,b}".repeat(40), "more alternatives than can be counted"],
  ])("refuses %j: %s", (pattern) => {
    expect(PathPattern.safeParse(pattern).success).toBe(false);
  });
});
