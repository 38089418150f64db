import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("git merges no two bundles line by line: what comes of that does not parse", () => {
  const said = execFileSync("git", ["check-attr", "merge", "action/dist/index.js"], { encoding: "utf8" });
  expect(said.trim()).toBe("action/dist/index.js: merge: unset");
});
