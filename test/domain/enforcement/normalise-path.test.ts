import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFileMode } from "../../../src/domain/enforcement/file-mode.js";
import { normalisePath } from "../../../src/domain/enforcement/normalise-path.js";

describe("normalisePath", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/./x/../a.ts", "src/a.ts"],
    ["src\\a.ts", "src/a.ts"],
    ["src/a/", "src/a"],
    ["cafe\u0301.ts", "caf\u00e9.ts"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx"],
    ["src/gitty.ts", "src/gitty.ts"],
    [".gitignore", ".gitignore"],
    ["notes~", "notes~"],
    ["archive~1.tar.gz", "archive~1.tar.gz"],
  ])("reads %j as %j", (raw, path) => {
    const normal = normalisePath(raw);
    expect(normal.ok && normal.value.path).toBe(path);
  });

  it.each([
    ["", "path-empty"],
    [".", "path-empty"],
    ["a/..", "path-empty"],
    ["/etc/passwd", "path-absolute"],
    ["\\\\server\\share", "path-absolute"],
    ["C:\\Windows", "path-absolute"],
    ["c:x", "path-absolute"],
    ["./C:/x", "path-absolute"],
    ["a/../C:x", "path-absolute"],
    ["\u200bC:x", "path-absolute"],
    ["..", "path-escapes"],
    ["../x", "path-escapes"],
    ["a/../../x", "path-escapes"],
    ["a\\..\\..\\x", "path-escapes"],
    [".. /x", "path-escapes"],
    ["a/..\u200b/../x", "path-escapes"],
    ["a\u0000b", "path-unprintable"],
    ["a\nb", "path-unprintable"],
    ["a\u0085b", "path-unprintable"],
    ["a\ud800b", "path-unprintable"],
    ["a/.../b", "path-ambiguous"],
    ["a/:x", "path-ambiguous"],
    [".git/config", "path-in-git"],
    ["sub/.git/hooks/pre-commit", "path-in-git"],
    [".GIT/config", "path-in-git"],
    [".git /config", "path-in-git"],
    [".git./config", "path-in-git"],
    [".git. . /config", "path-in-git"],
    [".g\u200cit/config", "path-in-git"],
    ["\ufeff.git/config", "path-in-git"],
    [".git::$INDEX_ALLOCATION/config", "path-in-git"],
    [".git:x/config", "path-in-git"],
    ["a\\.git\\config", "path-in-git"],
    ["a/../.git/config", "path-in-git"],
    [".g\u0131t/config", "path-in-git"],
    [".git", "path-in-git"],
    ["git~1/config", "path-short-name"],
    ["GIT~1/config", "path-short-name"],
    ["GITHUB~1/workflows/x.yml", "path-short-name"],
    ["PACKAG~1.JSO", "path-short-name"],
    ["gi7eba~1", "path-short-name"],
    ["x".repeat(1_025), "path-too-long"],
  ])("refuses %j as %s", (raw, code) => {
    expect(normalisePath(raw)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("accepts a path of 1,024 characters", () => {
    expect(normalisePath("x".repeat(1_024)).ok).toBe(true);
  });

  it.each([
    ["SRC/A.ts", "src/a.ts"],
    ["src/a.ts. ", "src/a.ts"],
    ["src/a.ts:stream", "src/a.ts"],
    ["\u212aey.ts", "key.ts"],
    ["\u017fpec.md", "spec.md"],
    ["a\u200d.ts", "a.ts"],
  ])("sees %j as a forgiving file system would: %j", (raw, key) => {
    const normal = normalisePath(raw);
    expect(normal.ok && normal.value.key).toBe(key);
  });

  it("is idempotent, and never leaves a way out or into git", () => {
    const segment = fc.oneof(
      fc.constantFrom("..", ".", "", ".git", ".GIT", "a", "b.ts", " ", "...", ".git ", "git~1", "\u200b", "C:"),
      fc.string({ maxLength: 6, unit: "binary" }),
    );
    const raw = fc
      .array(segment, { maxLength: 6 })
      .chain((parts) => fc.constantFrom(parts.join("/"), parts.join("\\")));
    fc.assert(
      fc.property(raw, (text) => {
        const normal = normalisePath(text);
        if (!normal.ok) return;
        expect(normalisePath(normal.value.path)).toEqual(normal);
        const parts = normal.value.key.split("/");
        for (const bad of ["", ".", "..", ".git"]) expect(parts).not.toContain(bad);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("checkFileMode", () => {
  it.each(["100644", "100755"])("writes an ordinary file of mode %s", (mode) => {
    expect(checkFileMode("a", mode)).toEqual({ ok: true, value: mode });
  });

  it.each([
    ["120000", "a symbolic link"],
    ["160000", "a submodule"],
    ["040000", "of mode 040000"],
    ["100664", "of mode 100664"],
  ])("refuses mode %s: %s", (mode, kind) => {
    expect(checkFileMode("a.ts", mode)).toMatchObject({
      ok: false,
      refusal: { code: "file-mode", message: expect.stringContaining(`a.ts is ${kind}`) },
    });
  });
});
