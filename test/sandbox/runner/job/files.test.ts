import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJobFolders } from "../../../../src/sandbox/runner/job/job-folders.js";
import { readBoundedFile } from "../../../../src/sandbox/runner/job/read-bounded-file.js";
import { removeTree } from "../../../../src/sandbox/runner/job/remove-tree.js";
import { isBelow, staysInside } from "../../../../src/sandbox/runner/job/stays-inside.js";
import { createStepFiles, readStepFiles } from "../../../../src/sandbox/runner/job/step-files.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "factory-test-files-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("reading a file that a step had in its hands", () => {
  const file = () => path.join(root, "file");

  it("gives its text", async () => {
    writeFileSync(file(), "text");
    expect(await readBoundedFile(file(), 4)).toEqual({ ok: true, value: "text" });
  });

  it("reads a removed file as empty", async () => {
    expect(await readBoundedFile(file(), 4)).toEqual({ ok: true, value: "" });
  });

  it("refuses one byte too many", async () => {
    writeFileSync(file(), "texts");
    expect(await readBoundedFile(file(), 4)).toMatchObject({ refusal: { code: "too-large" } });
  });

  it("follows no link", async () => {
    symlinkSync("/etc/passwd", file());
    expect(await readBoundedFile(file(), 1e6)).toMatchObject({ refusal: { code: "not-a-file" } });
  });

  it("does not wait at a pipe", async () => {
    execFileSync("bash", ["-c", `mkfifo ${file()}`]);
    expect(await readBoundedFile(file(), 4)).toMatchObject({ refusal: { code: "not-a-file" } });
  });

  it("refuses a folder", async () => {
    mkdirSync(file());
    expect(await readBoundedFile(file(), 4)).toMatchObject({ refusal: { code: "not-a-file" } });
  });

  it("says when something else is in the way", async () => {
    writeFileSync(file(), "");
    expect(await readBoundedFile(path.join(file(), "below"), 4)).toMatchObject({ refusal: { code: "unreadable" } });
  });
});

describe("the files of a step", () => {
  it("start empty and give what was written", async () => {
    const files = await createStepFiles(root, "step_1");
    for (const file of Object.values(files)) expect(readFileSync(file, "utf8")).toBe("");
    writeFileSync(files.env, "A=1\nNODE_OPTIONS=--require evil\n");
    writeFileSync(files.output, "out=2\n");
    writeFileSync(files.path, "/one\n\n/two\r\n");
    writeFileSync(files.summary, "# Done");
    expect(await readStepFiles(files)).toEqual({
      env: { A: "1" },
      outputs: { out: "2" },
      path: ["/one", "/two"],
      summary: "# Done",
      problems: [],
      warnings: [expect.stringContaining("NODE_OPTIONS")],
    });
  });

  it("fail the step when they are broken, a summary excepted", async () => {
    const files = await createStepFiles(root, "step_1");
    writeFileSync(files.env, "broken");
    writeFileSync(files.output, "broken");
    rmSync(files.path);
    mkdirSync(files.path);
    writeFileSync(files.summary, "x".repeat(1_048_577));
    const { problems, warnings, summary } = await readStepFiles(files);
    expect(problems).toEqual([
      expect.stringContaining("GITHUB_ENV"),
      expect.stringContaining("GITHUB_OUTPUT"),
      expect.stringContaining("GITHUB_PATH"),
    ]);
    expect(warnings).toEqual([expect.stringContaining("GITHUB_STEP_SUMMARY")]);
    expect(summary).toBe("");
  });

  it("may hold a summary of exactly 1 MiB", async () => {
    const files = await createStepFiles(root, "step_1");
    writeFileSync(files.summary, "x".repeat(1_048_576));
    expect((await readStepFiles(files)).summary).toHaveLength(1_048_576);
  });
});

describe("staying inside a folder", () => {
  it.each([
    ["/a", "/a", true],
    ["/a", "/a/b", true],
    ["/a", "/ab", false],
    ["/a", "/", false],
  ])("%s has %s below it: %s", (folder, file, expected) => {
    expect(isBelow(folder, file)).toBe(expected);
  });

  it("looks through links, also for a path that does not exist yet", async () => {
    mkdirSync(path.join(root, "inside/deep"), { recursive: true });
    mkdirSync(path.join(root, "outside"));
    symlinkSync(path.join(root, "outside"), path.join(root, "inside/door"));
    symlinkSync(path.join(root, "inside/deep"), path.join(root, "inside/short-cut"));
    const inside = (name: string) => staysInside(path.join(root, "inside"), path.join(root, "inside", name));
    expect(await inside("new/file")).toBe(true);
    expect(await inside("deep")).toBe(true);
    expect(await inside("short-cut/new")).toBe(true);
    expect(await inside("door")).toBe(false);
    expect(await inside("door/new/file")).toBe(false);
    expect(await inside("../outside")).toBe(false);
  });
});

describe("the folders of a job", () => {
  it("are laid out as on GitHub, below one root", async () => {
    const folders = await createJobFolders(root, "octo/widgets");
    expect(path.relative(folders.root, folders.workspace)).toBe("work/widgets/widgets");
    expect(path.relative(folders.root, folders.temp)).toBe("work/_temp");
    for (const folder of Object.values(folders)) expect(isBelow(folders.root, folder)).toBe(true);
  });

  it("go, even when a step took its own permission away", async () => {
    const folders = await createJobFolders(root, "octo/widgets");
    const locked = path.join(folders.workspace, "locked");
    mkdirSync(locked);
    writeFileSync(path.join(locked, "file"), "");
    await chmod(locked, 0o000);
    await removeTree(folders.root);
    expect(existsSync(folders.root)).toBe(false);
  });

  it("may be gone already, or a file, or a link whose target stays", async () => {
    await removeTree(path.join(root, "nothing"));
    writeFileSync(path.join(root, "file"), "");
    symlinkSync(root, path.join(root, "link"));
    await removeTree(path.join(root, "link"));
    expect(existsSync(path.join(root, "file"))).toBe(true);
    await removeTree(path.join(root, "file"));
    expect(existsSync(path.join(root, "file"))).toBe(false);
  });
});
