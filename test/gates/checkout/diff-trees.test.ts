import { expect, it } from "vitest";
import { diffTrees } from "../../../src/gates/checkout/diff-trees.js";
import { parseListing } from "../../../src/gates/checkout/tree-listing.js";

const [A, B] = ["a".repeat(40), "b".repeat(40)];

it("a listing keeps every name as it is, and every mode", () => {
  expect(parseListing(`100644 blob ${A}\tsrc/a b\tc.js\u0000120000 blob ${B}\tlink\u0000`)).toEqual([
    { path: "src/a b\tc.js", mode: "100644", blob: A },
    { path: "link", mode: "120000", blob: B },
  ]);
});

it("two trees differ by content, by mode, and by what is new or gone", () => {
  const entry = (path: string, blob = A, mode = "100644") => ({ path, mode, blob });
  const base = [entry("same"), entry("changed"), entry("mode"), entry("gone")];
  const head = [entry("same"), entry("changed", B), entry("mode", A, "100755"), entry("created", B)];
  expect(diffTrees(base, head)).toEqual([
    { path: "changed", action: "MODIFY", mode: "100644", blob: B },
    { path: "created", action: "CREATE", mode: "100644", blob: B },
    { path: "gone", action: "DELETE", mode: null, blob: null },
    { path: "mode", action: "MODIFY", mode: "100755", blob: A },
  ]);
});
