import { expect, it } from "vitest";
import { AMENDS_BEFORE_ADVICE, adviceAfter, specDigest } from "../../../src/features/spec/approval.js";
import type { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { changed, validSpec } from "../../support/product-spec.js";

const spec = validSpec();

it("the digest of a spec follows its content, not the order of its keys", () => {
  const reversed = Object.fromEntries(Object.entries(spec).toReversed()) as ProductSpec;
  expect(specDigest(reversed)).toBe(specDigest(spec));
  const other = changed(spec, ["pillars", 0, "rationale"], "Because.") as ProductSpec;
  expect(specDigest(other)).not.toBe(specDigest(spec));
});

it("amending is advised against from the third in a row", () => {
  expect(AMENDS_BEFORE_ADVICE).toBe(3);
  expect([1, 2].map(adviceAfter)).toEqual([undefined, undefined]);
  expect(adviceAfter(3)).toContain("amendment 3 in a row");
  expect(adviceAfter(4)).toContain("amendment 4 in a row");
});
