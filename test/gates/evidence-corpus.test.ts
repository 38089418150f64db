import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { EvidenceClass, judgeEvidence } from "../support/evidence-case.js";

const CORPUS = fileURLToPath(new URL("../../fixtures/gates/evidence", import.meta.url));

const classes = readdirSync(CORPUS).map((file) =>
  EvidenceClass.parse(load(readFileSync(path.join(CORPUS, file), "utf8"))),
);
const cases = classes.flatMap((each) =>
  each.cases.map((one) => ({ ...one, label: `${each.class}: ${one.in}, ${one.name}` })),
);

describe("the corpus of tests by what they prove", () => {
  it("names each case once", () => {
    expect(new Set(cases.map(({ label }) => label)).size).toBe(cases.length);
  });

  it.each(cases)("judges $label", ({ label: _, ...one }) => {
    const { verdict, by, told } = judgeEvidence(one);
    const text = `${one.why}\n${told.map(({ code, message, places }) => `${code}: ${message} ${JSON.stringify(places)}`).join("\n")}`;
    expect(verdict, text).toBe(one.verdict);
    if (one.by !== undefined) expect(by, text).toContain(one.by);
  });
});
