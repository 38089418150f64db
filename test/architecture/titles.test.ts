import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const TESTS = fileURLToPath(new URL("../", import.meta.url));
const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));

/** A title that stands in no `describe`, and what it begins with. */
const TITLE = /^(?:it\(|\](?: as const)?\)\(|it\.each\(.*\)\()["`]([a-z]+)/gm;
/** Verbs that titles begin with where their subject was left out. */
const VERBS = new Set(
  `adds answers asks builds cancels counts does draws drops ends fails finds forgets gives goes has is keeps knows leaves lets
  lists looks loses means merges names notices opens performs prints reads refuses releases removes reports returns runs saves
  says sees sends serves shows skips starts stops takes tells treats waits works`.split(/\s+/),
);

function withoutSubject(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([, word = ""]) => (VERBS.has(word) ? [word] : []));
}

describe("the titles of tests", () => {
  it("have a subject where no describe names one", () => {
    const found = files.flatMap((file) =>
      withoutSubject(readFileSync(path.join(TESTS, file), "utf8")).map((word) => `${file}: ${word} ...`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["a title alone", 'it("keeps it", () => {});'],
    ["a title of a table", 'it.each([1])("keeps %s", () => {});'],
    ["a title below a table", 'it.each([\n  1,\n])("keeps %s", () => {});'],
  ])("are found when they have none: %s", (_what, text) => {
    expect(withoutSubject(text)).toEqual(["keeps"]);
  });
});
