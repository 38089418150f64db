import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAX_FILES = 25;
const MAX_LINES = 250;

/** One file for each area of GitHub's API: a reader knows the name that they look for. */
const LARGE_FOLDERS = ["src/sandbox/forge/routes"];

const files = readdirSync(path.join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => path.posix.join("src", file.split(path.sep).join("/")));

describe("the sources", () => {
  it("are looked at", () => {
    expect(files.length).toBeGreaterThan(1_000);
  });

  it(`have no folder of more than ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
    const large = [...counts].filter(([folder, count]) => count > MAX_FILES && !LARGE_FOLDERS.includes(folder));
    expect(large).toEqual([]);
  });

  it(`have no file of more than ${MAX_LINES} lines`, () => {
    const lines = (file: string) => readFileSync(path.join(ROOT, file), "utf8").split("\n").length - 1;
    const long = files.filter((file) => lines(file) > MAX_LINES);
    expect(long).toEqual([]);
  });
});
