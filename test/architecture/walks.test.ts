import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MOST_FILES = 60;
const MOST_CHANGES = 25;

const sections = readFileSync(path.join(ROOT, ".github/ARCHITECTURE.md"), "utf8")
  .split(/^## /m)
  .filter((section) => section.startsWith("One event: "))
  .map((section) => [section.slice("One event: ".length, section.indexOf("\n")), section] as const);

/** The files of a walk in order, up to where the data has arrived. */
function filesOf(section: string): string[] {
  const steps = section.split(/^1\. /m)[1] ?? "";
  return [...steps.matchAll(/`(src\/[\w/.-]+\.ts)`/g)].map(([, file = ""]) => file);
}

const roomOf = (file: string) => file.split("/")[1];

describe("a walk in ARCHITECTURE.md", () => {
  it("is there for a command and for a gate report", () => {
    expect(sections.map(([name]) => name)).toEqual([
      "from `/factory approve` to the first task's pull request",
      "from a gate report to the next question",
    ]);
  });

  it.each(sections)("%s names each file once, and each exists", (_name, section) => {
    const files = filesOf(section);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeGreaterThan(30);
  });

  it.each(sections)(`%s has at most ${MOST_FILES} files and ${MOST_CHANGES} changes of room`, (_name, section) => {
    const files = filesOf(section);
    const changes = files.filter((file, index) => index > 0 && roomOf(file) !== roomOf(files[index - 1] ?? ""));
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    expect(changes.length).toBeLessThanOrEqual(MOST_CHANGES);
  });
});
