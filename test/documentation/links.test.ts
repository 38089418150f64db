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
  ".github/design/decisions.md",
  ".github/design/requirements.md",
  ...GENERATED,
];

const textOf = (document: string) => readFileSync(document, "utf8");

/** Targets of links and pictures inside the repository. */
function targetsIn(document: string): string[] {
  return [...textOf(document).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? "")
    .map((target) => target.split("#")[0] ?? "")
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
  const text = textOf(".github/SECURITY.md");
  const sectionOf = (heading: string) => text.split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "";
  const rowsOf = (heading: string) =>
    sectionOf(heading)
      .split("\n")
      .filter((line) => /^\| (?!-)/.test(line))
      .slice(1);

  it("says what there is to protect, who might attack and on which paths, and what is not proven", () => {
    expect(rowsOf("What there is to protect").length).toBeGreaterThan(5);
    const attackers = rowsOf("Who might attack, and how");
    expect(attackers.length).toBeGreaterThan(5);
    for (const row of attackers) expect(row, "an attacker and a path").toMatch(/^\| [^|]+ \| [^|]+ \|$/);
    expect(sectionOf("What is not proven, and what cannot be")).toMatch(/^- /m);
  });

  it("names for each control a test by file and title, and only such as exist", () => {
    const rows = rowsOf("Controls, and the test that proves each");
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const named = [...row.matchAll(/`(test\/[\w./-]+\.ts)`((?:,? “[^”]+”)*)/g)];
      expect(named, row).not.toEqual([]);
      for (const [, file = "", titles = ""] of named) {
        const title = [...titles.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
        expect(title, `${file} in: ${row}`).not.toEqual([]);
        // As the first words of a test or of a group of them.
        for (const words of title)
          expect(
            titlesIn(file).filter((known) => known.startsWith(words)),
            words,
          ).not.toEqual([]);
      }
    }
  });
});

/** Titles of tests and groups: the first argument of a call that is handed a function next, or stands in a table's call. */
function titlesIn(file: string): string[] {
  return [
    ...textOf(file).matchAll(/(?:\b(?:it|test|describe|describeOnPostgres)|\))\(\s*(["`])((?:(?!\1)[^\\]|\\.)*)\1,/g),
  ].map(([, , title = ""]) => title);
}
