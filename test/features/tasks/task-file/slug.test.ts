import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../src/domain/hash.js";
import { siblingSlugs } from "../../../../src/features/tasks/task-file/sibling-slugs.js";
import { slugify } from "../../../../src/features/tasks/task-file/slug.js";

describe("a slug", () => {
  it.each([
    ["User Authentication", "user-authentication"],
    ["API v2.0 Integration", "api-v2-0-integration"],
    ["Setup DB & Cache Layer", "setup-db-cache-layer"],
    ["  Leading Spaces  ", "leading-spaces"],
    ["snake_case.and/more", "snake-case-and-more"],
    ["--a---b--", "a-b"],
    ["Café", "caf"],
    ["../../etc", "etc"],
    ["0", "0"],
  ])("of %j is %j", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it("stays whole up to 64 characters", () => {
    expect(slugify("x".repeat(64))).toBe("x".repeat(64));
  });

  it("is cut to 56 and told apart by a hash of the whole beyond that", () => {
    const name = "X".repeat(65);
    expect(slugify(name)).toBe(`${"x".repeat(56)}-${sha256("x".repeat(65)).slice(0, 7)}`);
    expect(slugify(name)).toHaveLength(64);
    expect(slugify(`${"x".repeat(65)}y`)).not.toBe(slugify(`${"x".repeat(65)}z`));
  });

  it("has no double hyphen where it was cut", () => {
    const name = `${"x".repeat(55)} ${"y".repeat(20)}`;
    const whole = `${"x".repeat(55)}-${"y".repeat(20)}`;
    expect(slugify(name)).toBe(`${"x".repeat(55)}-${sha256(whole).slice(0, 7)}`);
  });

  it("is a hash of the name when nothing is left of it", () => {
    expect(slugify("登录")).toBe(sha256("登录").slice(0, 7));
    expect(slugify("登录")).not.toBe(slugify("登出"));
    expect(slugify("--")).toBe(sha256("--").slice(0, 7));
  });

  it("is always well formed", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: fc.constantFrom("a", "b", " ", "-"), minLength: 50, maxLength: 90 }),
    );
    fc.assert(
      fc.property(name, (text) => {
        expect(slugify(text)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slugify(text).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe("slugs of siblings", () => {
  it.each([
    [
      ["Login", "Logout"],
      ["login", "logout"],
    ],
    [
      ["Login", "login", "LOGIN!"],
      ["login", "login-2", "login-3"],
    ],
    [
      ["Login", "Login 2", "Login"],
      ["login", "login-2", "login-3"],
    ],
    [
      ["Login", "Login", "Login 2"],
      ["login", "login-2", "login-2-2"],
    ],
    [
      ["Login 2", "Login", "Login"],
      ["login-2", "login", "login-3"],
    ],
    [
      ["Setup DB & Cache", "Setup DB + Cache"],
      ["setup-db-cache", "setup-db-cache-2"],
    ],
  ])("of %j are %j", (names, slugs) => {
    expect(siblingSlugs(names)).toEqual(slugs);
  });

  it("respect the length with their suffix, too", () => {
    const name = "x".repeat(64);
    expect(siblingSlugs([name, name])).toEqual([name, `${"x".repeat(62)}-2`]);
    const dashed = `${"x".repeat(61)}-yy`;
    expect(siblingSlugs([dashed, dashed])).toEqual([dashed, `${"x".repeat(61)}-2`]);
    expect(siblingSlugs(Array.from({ length: 10 }, () => name)).at(-1)).toBe(`${"x".repeat(61)}-10`);
    const short = "x".repeat(62);
    expect(siblingSlugs([short, short])[1]).toBe(`${short}-2`);
  });

  it("avoid folders that are taken", () => {
    expect(siblingSlugs(["Login", "New"], ["login", "login-2"])).toEqual(["login-3", "new"]);
  });

  it("are all different, one for each name, and the same every time", () => {
    const names = fc.array(fc.oneof(fc.constantFrom("a", "A", "a 2", "a-2", "x".repeat(64), "é"), fc.string()));
    fc.assert(
      fc.property(names, (siblings) => {
        const slugs = siblingSlugs(siblings);
        expect(new Set(slugs).size).toBe(siblings.length);
        expect(slugs.every((slug) => slug.length <= 64)).toBe(true);
        expect(siblingSlugs(siblings)).toEqual(slugs);
      }),
    );
  });
});
