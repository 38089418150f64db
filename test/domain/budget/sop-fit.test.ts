import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitSops } from "../../../src/domain/budget/sop-fit.js";
import { aConfig } from "../../support/config.js";
import { aSop } from "../../support/sop.js";

const { sizing } = aConfig();
const ofTokens = (tokens: number) => aSop({ body: "x".repeat(tokens * 4) });

describe("fitSops", () => {
  it.each([
    [3_999, true],
    [4_000, true],
    [4_001, false],
  ])("%i tokens against a reserve of 4,000: %s", (tokens, fits) => {
    expect(fitSops([ofTokens(tokens)], sizing)).toMatchObject({ fits, tokens, reserve: 4_000 });
  });

  it("counts all of them together", () => {
    expect(fitSops([ofTokens(2_000), ofTokens(2_000)], sizing).fits).toBe(true);
    expect(fitSops([ofTokens(2_000), ofTokens(2_001)], sizing).fits).toBe(false);
  });

  it("names each with its size", () => {
    expect(fitSops([aSop({ name: "a.md" })], sizing).sops).toEqual([{ name: "a.md", tokens: 100 }]);
  });

  it("treats severities alike", () => {
    const severity = fc.constantFrom("error", "warning", "info");
    fc.assert(
      fc.property(fc.array(fc.tuple(severity, fc.nat(2_000)), { maxLength: 6 }), severity, (sops, other) => {
        const given = sops.map(([severity, tokens]) => ({ ...ofTokens(tokens), severity }));
        const changed = given.map((sop) => ({ ...sop, severity: other }));
        expect(fitSops(given, sizing)).toEqual(fitSops(changed, sizing));
        expect(fitSops(given, sizing).sops).toHaveLength(given.length);
      }),
    );
  });
});
