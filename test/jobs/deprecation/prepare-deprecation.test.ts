import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/domain/hash.js";
import { CodeIndexEntry } from "../../../src/domain/index-entries/code-index-entry.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import type { DeprecationOrder } from "../../../src/features/deprecation/deprecation-state.js";
import { prepareDeprecation } from "../../../src/jobs/deprecation/prepare-deprecation.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { ended, NOW } from "../../support/release.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const REF = "MM-0001@1.0.0";
const order: DeprecationOrder = {
  module_ref: REF,
  reason: "It folds no Unicode.",
  migration_note: "Fold before you call it.",
  replacement: null,
  asked_by: "ada",
  issue: 3,
  at: NOW,
};
const consumer = aShippedContract({ module_id: "MM-0002", dependencies: [{ ref: "MM-0001@^1.0.0", why: "tags" }] });
const FILES = { ...shippedFiles(aShippedContract()), ...shippedFiles(consumer) };

function prepare(files: Record<string, string>, deprecations = [{ phase: "preparing" as const, order }]) {
  const effect = { kind: "prepare-deprecation", key: "k", module: REF, head: HEAD } as const;
  return prepareDeprecation(REPOSITORY, effect, {
    state: storeOf(ended({ deprecations })),
    reader: readerOf(files),
    clock: { now: () => "2026-03-01T12:30:00Z" },
  });
}

describe("preparing a deprecation", () => {
  it("makes the entry as it becomes, and says whose modules are affected", async () => {
    const { events, files } = await prepare(FILES);
    const [file] = files;
    expect(file?.path).toBe(`.factory/deprecations/${REF}.yml`);
    expect(readYaml("entry", file?.text ?? "", CodeIndexEntry)).toMatchObject({
      ok: true,
      value: {
        status: "DEPRECATED",
        superseded_by: null,
        // The instant of the order, so that preparing it twice makes the same entry.
        notes: `DEPRECATED ${NOW}: It folds no Unicode. Migration: Fold before you call it.`,
      },
    });
    expect(events).toMatchObject([
      {
        kind: "deprecation-prepared",
        module_ref: REF,
        digest: sha256(file?.text ?? ""),
        downstream: ["MM-0002@1.0.0"],
      },
    ]);
  });

  it.each<[string, Record<string, string>, DeprecationOrder, RegExp]>([
    ["a module that is not in the index", {}, order, /not in the code index/],
    [
      "one that is deprecated already",
      shippedFiles(aShippedContract(), { entry: { status: "DEPRECATED", notes: "gone" } }),
      order,
      /already DEPRECATED/,
    ],
    ["a replacement that is not in the index", FILES, { ...order, replacement: "MM-0009@1.0.0" }, /MM-0009/],
    ["an index that cannot be read", { ".factory/code-index/x.yml": "status: 1\n" }, order, /code-index\/x\.yml/],
  ])("refuses %s where it was asked for", async (_, files, asked, why) => {
    const { events, files: written } = await prepare(files, [{ phase: "preparing", order: asked }]);
    expect(written).toEqual([]);
    const [refused] = events;
    expect(FactoryEvent.safeParse(refused).success).toBe(true);
    expect(refused).toMatchObject({ kind: "deprecation-refused", module_ref: REF, note: { issue: 3, answers: null } });
    expect(refused?.kind === "deprecation-refused" ? refused.note.body.replaceAll("\\", "") : "").toMatch(why);
  });

  it("has no result after the request was withdrawn", async () => {
    expect(await prepare(FILES, [])).toEqual({ events: [], files: [] });
  });
});
