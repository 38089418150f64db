import { expect, it } from "vitest";
import { differences } from "../../src/replay/differences.js";

it.each([
  ["nothing", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ["nothing, whatever the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ["a value", { a: { b: 1 } }, { a: { b: 2 } }, ["a.b"]],
  ["an element", { a: [1, 2] }, { a: [1, 3] }, ["a.1"]],
  ["what is missing", { a: 1 }, {}, ["a"]],
  ["what is too much", { a: [1] }, { a: [1, 2] }, ["a.1"]],
  ["null and an object", { a: null }, { a: {} }, ["a"]],
  ["a list and an object", { a: [] }, { a: {} }, ["a"]],
  ["everything", 1, 2, ["."]],
  ["several, in order", { b: 1, a: 1 }, { b: 2, a: 2 }, ["a", "b"]],
])("a replay tells %s", (_what, expected, found, paths) => {
  expect(differences(expected, found)).toEqual(paths);
});
