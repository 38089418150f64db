import { describe, expect, it } from "vitest";
import type { Drift } from "../../src/domain/ship/drift.js";
import { CHECK_SUMMARY_BYTES } from "../../src/render/check-digest.js";
import { driftNote, shippedCheck } from "../../src/render/drift-report.js";
import { BODY_LIMIT } from "../../src/render/fit.js";

const REF = "MM-0001@1.0.0";
const DRIFTS: readonly Drift[] = [
  { kind: "file", module_ref: REF, path: "src/a.ts", change: "deleted" },
  { kind: "interface", module_ref: REF, shipped: "1".repeat(64), found: "2".repeat(64) },
  { kind: "record", path: ".factory/modules/MM-0001/1.0.0/ship.yml", why: "it is not there" },
];
const LINES = [
  "- `src/a.ts` of MM-0001@1.0.0 was deleted",
  "- the contract of MM-0001@1.0.0 has the fingerprint 222222222222; 111111111111 shipped",
  "- `.factory/modules/MM-0001/1.0.0/ship.yml` cannot be read: `it is not there`",
];

describe("what is said about drift", () => {
  it("is a green check where there is none", () => {
    expect(shippedCheck([]).status).toEqual({ kind: "completed", conclusion: "success" });
  });

  it("names each difference and the ways that lead on, in the check and in the note", () => {
    const { status, title, summary } = shippedCheck(DRIFTS);
    expect(status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(title).toBe("The default branch has drifted from what shipped: 3 differences");
    const note = driftNote(DRIFTS, "a".repeat(40));
    for (const text of [summary, note]) {
      for (const line of LINES) expect(text).toContain(line);
      expect(text).toContain("revert the commit");
      expect(text).toContain("ask for a new version");
    }
    expect(note).toContain("at aaaaaaaaaaaa.");
    expect(shippedCheck(DRIFTS.slice(0, 1)).title).toContain(": 1 difference");
  });

  it("fits, whatever drifted", () => {
    const many = Array.from({ length: 3_000 }, (_, index): Drift => {
      return { kind: "file", module_ref: REF, path: `src/${"ü".repeat(50)}${index}.ts`, change: "modified" };
    });
    expect(Buffer.byteLength(shippedCheck(many).summary)).toBeLessThanOrEqual(CHECK_SUMMARY_BYTES);
    expect(shippedCheck(many).summary).toContain("_3000 differences are not listed: they did not fit._");
    expect(driftNote(many, "a".repeat(40)).length).toBeLessThan(BODY_LIMIT);
  });
});
