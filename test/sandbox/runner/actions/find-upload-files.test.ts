import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findUploadFiles } from "../../../../src/sandbox/runner/actions/find-upload-files.js";

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "factory-test-upload-")));
  workspace = path.join(root, "job/work");
  for (const name of [
    "a.txt",
    "dist/x.js",
    "dist/deep/y.js",
    "dist/deep/z.css",
    "dist/.hidden",
    "dist/.cache/in.js",
    ".factory/report.json",
    "other/o.js",
  ]) {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), name);
  }
  writeFileSync(path.join(root, "secret"), "");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const find = async (patterns: string, hidden = false) => {
  const found = await findUploadFiles({ patterns, workspace, boundary: path.join(root, "job"), hidden });
  if (!found.ok) return found.refusal.code;
  const { root: base, files } = found.value;
  return { root: path.relative(workspace, base), names: files.map((file) => path.relative(base, file)) };
};

describe("what is uploaded", () => {
  it.each([
    ["a.txt", { root: "", names: ["a.txt"] }],
    ["dist/x.js", { root: "dist", names: ["x.js"] }],
    ["dist", { root: "dist", names: ["deep/y.js", "deep/z.css", "x.js"] }],
    ["dist/", { root: "dist", names: ["deep/y.js", "deep/z.css", "x.js"] }],
    ["dist/**/*.js", { root: "dist", names: ["deep/y.js", "x.js"] }],
    ["dist/*", { root: "dist", names: ["deep/y.js", "deep/z.css", "x.js"] }],
    ["dist/*.js", { root: "dist", names: ["x.js"] }],
    ["dist\n!dist/deep", { root: "dist", names: ["x.js"] }],
    ["dist\n!**/*.css", { root: "dist", names: ["deep/y.js", "x.js"] }],
    ["dist\nother", { root: "", names: ["dist/deep/y.js", "dist/deep/z.css", "dist/x.js", "other/o.js"] }],
    ["dist/deep/y.js\ndist/deep/z.css", { root: "dist/deep", names: ["y.js", "z.css"] }],
    ["dist/deep\ndist", { root: "dist", names: ["deep/y.js", "deep/z.css", "x.js"] }],
    ["# a comment\n\n a.txt ", { root: "", names: ["a.txt"] }],
    ["missing", { root: "missing", names: [] }],
  ])("for %j", async (patterns, expected) => {
    expect(await find(patterns)).toEqual(expected);
  });

  it("leaves out hidden files and folders, even a hidden folder that is named, but not a file in it that is", async () => {
    expect(await find(".factory")).toMatchObject({ names: [] });
    expect(await find(".factory/**")).toMatchObject({ names: [] });
    expect(await find(".factory/report.json")).toEqual({ root: ".factory", names: ["report.json"] });
  });

  it("takes them in when asked to", async () => {
    expect(await find("dist", true)).toMatchObject({
      names: [".cache/in.js", ".hidden", "deep/y.js", "deep/z.css", "x.js"],
    });
    expect(await find("dist/**", true)).toEqual(await find("dist", true));
    expect(await find(".factory", true)).toMatchObject({ names: ["report.json"] });
  });

  it("follows links inside the job, once round", async () => {
    symlinkSync("../other", path.join(workspace, "dist/link"));
    symlinkSync("..", path.join(workspace, "dist/deep/loop"));
    expect(await find("dist")).toMatchObject({ names: ["deep/y.js", "deep/z.css", "link/o.js", "x.js"] });
  });

  it("ignores a link to nowhere", async () => {
    symlinkSync("nowhere", path.join(workspace, "dist/broken"));
    symlinkSync("self", path.join(workspace, "dist/self"));
    expect(await find("dist/*.js")).toMatchObject({ names: ["x.js"] });
  });

  it.each(["/etc/passwd", "../../secret", "/etc/*.conf", "dist/link"])(
    "refuses %s, which is not the job's",
    async (pattern) => {
      symlinkSync(path.join(root, "secret"), path.join(workspace, "dist/link"));
      expect(await find(pattern)).toBe("outside-the-job");
    },
  );

  it("refuses a folder with a link that leads out, instead of leaving it out silently", async () => {
    symlinkSync("/etc", path.join(workspace, "dist/etc"));
    expect(await find("dist")).toBe("outside-the-job");
  });
});
