import { expect, it } from "vitest";
import {
  isNearDuplicate,
  NEAR_DUPLICATE_OVERLAP,
  wordOverlap,
} from "../../../../src/features/spec/criteria/near-duplicates.js";

it("the comparison of criteria takes four common words of five for a duplicate, and fewer not", () => {
  expect(NEAR_DUPLICATE_OVERLAP).toBe(0.8);
  expect(wordOverlap("alpha beta gamma delta", "alpha beta gamma delta epsilon")).toBe(0.8);
  expect(isNearDuplicate("alpha beta gamma delta", "alpha beta gamma delta epsilon")).toBe(true);
  expect(isNearDuplicate("alpha beta gamma", "alpha beta gamma delta")).toBe(false);
});

it.each([
  ["Add email validation", "add validation for EMAIL!"],
  ["Create the form", "Create a form"],
  ["Ｆｏｒｍ", "form"],
  ["to be or", "or to be"],
  ["...", "!!!"],
  ["ログイン画面を作る", "ログイン画面を作る。"],
])("the comparison of criteria takes %j and %j for the same", (one, other) => {
  expect(isNearDuplicate(one, other)).toBe(true);
  expect(isNearDuplicate(other, one)).toBe(true);
});

it.each([
  ["Write unit tests for login", "Write unit tests for logout"],
  ["Handle status 400", "Handle status 401"],
  ["to be", "the form"],
  ["to be", "for the"],
])("the comparison of criteria keeps %j and %j apart", (one, other) => {
  expect(isNearDuplicate(one, other)).toBe(false);
});

it("the comparison of criteria has no overlap without a common word", () => {
  expect(wordOverlap("alpha", "beta")).toBe(0);
});
