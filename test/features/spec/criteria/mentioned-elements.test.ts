import { expect, it } from "vitest";
import { mentionedElements } from "../../../../src/features/spec/criteria/mentioned-elements.js";
import type { ProductSpec } from "../../../../src/features/spec/product-spec.js";
import { changed, validSpec } from "../../../support/product-spec.js";

it.each([
  ["Please split TSK-002.", ["TSK-002"]],
  ["tsk-002 and PIL-001", ["PIL-001", "TSK-002"]],
  ["The sign out should also clear cookies", ["TSK-002"]],
  ["CI pipeline: add caching", ["STR-002"]],
  ["Rename SPEC-001", ["SPEC-001"]],
  ['`Sign in` and "Auth"', ["EPC-001", "TSK-001"]],
  ["TSK-0021 is not there", []],
  ["Authentication, signing, logins", []],
  ["Everything is fine", []],
])("the search for mentioned elements sees what %j speaks of", (feedback, ids) => {
  expect([...mentionedElements(feedback, validSpec())].toSorted()).toEqual(ids);
});

it("the search for mentioned elements does not take a name without words for mentioned", () => {
  const spec = changed(validSpec(), ["pillars", 0, "name"], "—") as ProductSpec;
  expect(mentionedElements("!!!", spec)).toEqual(new Set());
});
