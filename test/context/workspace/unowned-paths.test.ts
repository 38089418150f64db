import { describe, expect, it } from "vitest";
import { MAX_SHOWN_BYTES } from "../../../src/context/workspace/path-view.js";
import { isSealedFor } from "../../../src/context/workspace/sealed-paths.js";
import { narrowedPaths, unownedPaths } from "../../../src/context/workspace/unowned-paths.js";
import { openWorkspace } from "../../../src/context/workspace/workspace.js";
import { repository, workspaceFacts } from "../../support/workspace.js";

const files = {
  ...repository,
  "SPEC.md": "x",
  ".env": "x",
  ".factory/config.yml": "x",
  link: "x",
  "a\u0301.md": "decomposed",
};

describe("files that no module owns", () => {
  it("are neither the module's own, sealed, closed, a link nor with an unusual name", () => {
    const { facts } = workspaceFacts({}, files, { link: "120000" });
    expect(unownedPaths(facts)).toEqual(["README.md", "src/open.ts", "package.json"]);
  });

  it("are what a workspace shows beside the module's files", async () => {
    const { facts } = workspaceFacts({}, files, { link: "120000" });
    const shown = await openWorkspace(facts).glob("*");
    const open = shown.ok ? shown.value.shown.filter(({ sealed }) => sealed === undefined) : [];
    expect(open.map(({ path }) => path).sort()).toEqual([...unownedPaths(facts), "src/index.ts", "src/old.ts"].sort());
  });

  it("are more for a role without a module", () => {
    const { facts } = workspaceFacts({ module: null });
    expect(unownedPaths(facts)).toContain("src/index.ts");
  });
});

describe("files that no module owns and that are named, not shown", () => {
  it("are those that the workspace answers with their size alone", async () => {
    const { facts } = workspaceFacts({}, { ...repository, "b.lock": "x", "big.txt": "x".repeat(MAX_SHOWN_BYTES + 1) });
    const workspace = openWorkspace(facts);
    const narrowed = narrowedPaths(facts);
    expect(narrowed).toEqual(["b.lock", "big.txt"]);
    for (const path of unownedPaths(facts)) {
      const seen = await workspace.read(path);
      expect(seen.ok && seen.value.permission).toBe(narrowed.includes(path) ? "METADATA_ONLY" : "FULL");
    }
  });
});

describe("a path that a text is about to name", () => {
  it.each([
    ["src/fold.ts", true],
    ["SRC/fold.ts", true],
    ["../src/fold.ts", true],
    ["src/open.ts", false],
    ["src/tag.ts", false],
  ])("%s is sealed: %s", (path, sealed) => {
    expect(isSealedFor(workspaceFacts().facts)(path)).toBe(sealed);
  });
});
