import { describe, expect, it } from "vitest";
import { type CodeIndexEntry, entryRef, indexEntryOf } from "../../../src/domain/index-entries/code-index-entry.js";
import { indexDrift } from "../../../src/features/seals/index-drift.js";
import type { KnownVersions } from "../../../src/features/shipping/known-versions.js";
import { aContract } from "../../support/contract.js";

const shipped = (module_version: string) => indexEntryOf(aContract({ module_version, dependencies: [] }));
const ONE = shipped("1.0.0");
const TWO = shipped("2.0.0");
const SUPERSEDED: CodeIndexEntry = {
  ...ONE,
  status: "SUPERSEDED",
  superseded_by: entryRef(TWO),
  notes: "Replaced.",
};
const KNOWN: KnownVersions = { versions: { [entryRef(ONE)]: "SHIPPED", [entryRef(TWO)]: "SHIPPED" }, moving: [] };

function found(entries: readonly CodeIndexEntry[], known = KNOWN): string[] {
  const there = [ONE, TWO].map((entry) => [entryRef(entry), entry] as const);
  const blobs = new Map(entries.map((entry) => [`.factory/code-index/${entryRef(entry)}.yml`, "a".repeat(40)]));
  return indexDrift({ known, entries, shippedAs: new Map(there), blobs }).map(({ why }) => why);
}

describe("the code index compared with the known versions", () => {
  it("may have a version superseded, and not the contrary", () => {
    expect(found([SUPERSEDED, TWO])).toEqual([]);
    expect(found([ONE, TWO])).toEqual(["MM-0001@1.0.0 is SHIPPED, although MM-0001@2.0.0 has superseded it"]);
  });

  it("may have a version deprecated, which seals and unseals nothing", () => {
    const deprecated = { ...TWO, status: "DEPRECATED", notes: "Use labels." } as const;
    expect(found([SUPERSEDED, deprecated])).toEqual([]);
  });

  it("may not lose a version, nor refer to a lost one", () => {
    expect(found([SUPERSEDED])).toEqual([
      "MM-0001@2.0.0 has shipped, and its whole record is gone; restore it from the history",
      "MM-0001@1.0.0 points to MM-0001@2.0.0, which is not in the index",
    ]);
  });

  it("may not restore what was undone", () => {
    const known: KnownVersions = { ...KNOWN, versions: { ...KNOWN.versions, [entryRef(TWO)]: "WITHDRAWN" } };
    expect(found([SUPERSEDED, TWO], known)).toEqual([
      "MM-0001@2.0.0 cannot go from WITHDRAWN to SHIPPED; a status only advances",
    ]);
  });
});
