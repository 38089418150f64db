import { describe, expect, it } from "vitest";
import type { Drift } from "../../../src/features/seals/drift.js";
import { driftNote, shippedCheck } from "../../../src/features/seals/drift-report.js";
import { CHECK_SUMMARY_BYTES } from "../../../src/render/check-digest.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { t } from "../../support/project-state.js";
import { WAYS } from "../../support/ways-on.js";

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
const factsOf = (drifts: readonly Drift[]) => ({ drifts, dependants: new Map([[REF, ["MM-0002@1.0.0"]]]), ways: WAYS });

describe("the report about drift", () => {
  it("is a green check if there is none", () => {
    expect(shippedCheck(factsOf([])).status).toEqual({ kind: "completed", conclusion: "success" });
  });

  it("names each difference and the ways to continue, in the check and in the note", () => {
    const { status, title, summary } = shippedCheck(factsOf(DRIFTS));
    expect(status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(title).toBe("The default branch has drifted from what shipped: 3 differences");
    const note = driftNote(factsOf(DRIFTS), "a".repeat(40));
    for (const text of [summary, note]) {
      for (const line of LINES) expect(text).toContain(line);
      expect(text).toContain("Revert the commit that did it");
      expect(text).toContain("**A new version, with the same promise**");
      expect(text).toContain(`say \`/factory undo ${t("a")}\` in #3`);
      expect(text).toContain("MM-0002@1.0.0 depend on MM-0001@1.0.0.");
    }
    expect(note).toContain("at aaaaaaaaaaaa.");
    expect(shippedCheck(factsOf(DRIFTS.slice(0, 1))).title).toContain(": 1 difference");
  });

  it("fits for any drift", () => {
    const many = Array.from({ length: 3_000 }, (_, index): Drift => {
      return { kind: "file", module_ref: REF, path: `src/${"ü".repeat(50)}${index}.ts`, change: "modified" };
    });
    expect(Buffer.byteLength(shippedCheck(factsOf(many)).summary)).toBeLessThanOrEqual(CHECK_SUMMARY_BYTES);
    expect(shippedCheck(factsOf(many)).summary).toContain("_3000 differences are not listed: they did not fit._");
    expect(driftNote(factsOf(many), "a".repeat(40)).length).toBeLessThan(BODY_LIMIT);
  });
});
