import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { EvidenceClass } from "../support/evidence-case.js";

const GATES = fileURLToPath(new URL("../../fixtures/gates", import.meta.url));

const classes = readdirSync(path.join(GATES, "evidence")).map((file) =>
  EvidenceClass.parse(load(readFileSync(path.join(GATES, "evidence", file), "utf8"))),
);
const cases = classes.flatMap((each) => each.cases);

/** Classes of fault that are not of a test's text: a folder of cases each, named after who judges them. */
const FOLDERS = [
  "DIFF_SCOPE_ENFORCEMENT",
  "IMPORT_REALITY_CHECK",
  "SENSITIVE_FILES_LOCK",
  "TEST_FAILS_BEFORE_IMPLEMENTATION",
  "TEST_READ_ONLY_ENFORCEMENT",
];

describe("the corpus of tests by what they prove", () => {
  it("holds at least 300 labelled cases, of each language at least 80", () => {
    expect(cases.length).toBeGreaterThanOrEqual(300);
    for (const language of ["javascript", "typescript", "python"]) {
      expect(cases.filter((each) => each.in === language).length, language).toBeGreaterThanOrEqual(80);
    }
  });

  it.each(classes)("has ten cases of $class or more, in every language, two of five right", ({ cases: own }) => {
    const right = own.filter(({ verdict }) => verdict !== "refuse");
    expect(own.length).toBeGreaterThanOrEqual(10);
    expect(right.length * 5).toBeGreaterThanOrEqual(own.length * 2);
    expect(new Set(own.map((each) => each.in))).toEqual(new Set(["javascript", "typescript", "python"]));
  });

  it.each(FOLDERS)("has ten cases of %s or more, right and wrong ones", (folder) => {
    const files = readdirSync(path.join(GATES, folder));
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(new Set(files.map((file) => file.split("-")[0]))).toEqual(new Set(["good", "bad"]));
  });
});
