import { describe, expect, it } from "vitest";
import { changedSinceShip } from "../../../src/features/seals/changed-since-ship.js";
import type { Seal } from "../../../src/features/seals/seal.js";
import { sha } from "../../support/ship.js";

const seal = (module_ref: string, path: string): Seal => ({ module_ref, files: [{ path, blob: sha("a") }] });
const seals = [seal("MM-0001@1.0.0", "src/one.ts"), seal("MM-0002@1.0.0", "src/two.ts")];
const modules = seals.map(({ module_ref }) => module_ref);

describe("a module that shipped earlier on a task's branch", () => {
  it("is unchanged if nothing touched it", () => {
    const blobs = new Map([
      ["src/one.ts", sha("a")],
      ["src/two.ts", sha("a")],
    ]);
    expect(changedSinceShip(seals, modules, blobs)).toBeUndefined();
  });

  it("is named, with the judged and the present content, if it changed or is gone", () => {
    const blobs = new Map([["src/two.ts", sha("b")]]);
    expect(changedSinceShip(seals, modules.slice(1), blobs)).toEqual({
      module: "MM-0002@1.0.0",
      files: [{ path: "src/two.ts", judged: sha("a"), found: sha("b") }],
    });
    expect(changedSinceShip(seals, modules, blobs)?.files).toEqual([
      { path: "src/one.ts", judged: sha("a"), found: null },
    ]);
  });

  it("is not compared for a task that did not ship it, nor for an older version", () => {
    expect(changedSinceShip(seals, [], new Map())).toBeUndefined();
    const next = seal("MM-0001@1.1.0", "src/new.ts");
    expect(changedSinceShip([...seals, next], ["MM-0001@1.0.0"], new Map())).toBeUndefined();
  });
});
