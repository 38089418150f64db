import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const GENERATED = readdirSync(".github/reference").map((name) => `.github/reference/${name}`);
const DOCUMENTS = [
  "README.md",
  "CHANGELOG.md",
  "action/README.md",
  ".github/ARCHITECTURE.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  ...GENERATED,
];

const textOf = (document: string) => readFileSync(document, "utf8");

/** Targets of links and pictures inside the repository. */
function targetsIn(document: string): string[] {
  return [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.split("#")[0] ?? "")
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(document), target)));
}

/** Names of files in backticks: a folder that exists, and a path in it. */
function filesNamedIn(document: string): string[] {
  return [
    ...textOf(document).matchAll(/`((?:src|test|action|prompts|fixtures|gate-presets|\.github|\.ci)\/[\w./-]+)`/g),
  ].map(([, file = ""]) => file);
}

describe.each(DOCUMENTS)("%s", (document) => {
  it("links to what is there", () => {
    expect(targetsIn(document).filter((target) => !existsSync(target))).toEqual([]);
  });

  it("names files that exist", () => {
    const installed = ".github/workflows/factory-gates.yml"; // in the repositories it is installed in
    expect(filesNamedIn(document).filter((file) => file !== installed && !existsSync(file))).toEqual([]);
  });
});

describe("the threat model", () => {
  it("names for each control a test, and only tests that exist", () => {
    const controls = textOf(".github/SECURITY.md").split("## Controls")[1]?.split("\n## ")[0] ?? "";
    const rows = controls.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| control"));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts`/);
  });
});
