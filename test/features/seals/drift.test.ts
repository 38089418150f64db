import { describe, expect, it } from "vitest";
import type { Contract } from "../../../src/domain/contract/contract.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { type Drift, driftKey, driftOf, type ShippedVersion } from "../../../src/features/seals/drift.js";
import { shipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { aShippedContract } from "../../support/shipped-files.js";

const blob = (letter: string) => letter.repeat(40);

function shipped(version: string, files: Readonly<Record<string, string>>, contract: Contract = aShippedContract()) {
  const evidence = shipEvidence(aShippedContract(), {
    ship_id: "SHIP-00000001",
    verified_at: "2026-02-01T00:00:00Z",
    interfaceFingerprint: fingerprint(aShippedContract()),
    evidenceRef: "log.yml",
    environment: { repo_revision: blob("a"), dependency_lock_ref: null, runner_id: "sandbox-1" },
    dependencies: [],
    sealed_files: Object.entries(files).map(([path, sha]) => ({ path, blob: sha })),
  });
  return { module_ref: `MM-0001@${version}`, evidence, contract } satisfies ShippedVersion;
}

describe("drift of the default branch from what shipped", () => {
  it.each([
    ["is the same", blob("1"), []],
    ["was modified", blob("2"), [{ kind: "file", module_ref: "MM-0001@1.0.0", path: "src/a.ts", change: "modified" }]],
    ["is gone", undefined, [{ kind: "file", module_ref: "MM-0001@1.0.0", path: "src/a.ts", change: "deleted" }]],
  ])("is found if a sealed file %s", (_, found, expected) => {
    const blobs = new Map(found === undefined ? [] : [["src/a.ts", found]]);
    expect(driftOf([shipped("1.0.0", { "src/a.ts": blob("1") })], blobs)).toEqual(expected);
  });

  it("is computed with the newest version's seal", () => {
    const versions = [shipped("1.0.0", { "src/a.ts": blob("1") }), shipped("1.1.0", { "src/a.ts": blob("2") })];
    expect(driftOf(versions, new Map([["src/a.ts", blob("2")]]))).toEqual([]);
  });

  it("is found if a contract of any version no longer hashes to its evidence", () => {
    const other = aShippedContract({ inputs: [{ name: "raw", type: "number", constraints: ["not negative"] }] });
    const drifts = driftOf([shipped("1.0.0", {}, other), shipped("1.1.0", {})], new Map());
    expect(drifts).toEqual([
      {
        kind: "interface",
        module_ref: "MM-0001@1.0.0",
        shipped: fingerprint(aShippedContract()),
        found: fingerprint(other),
      },
    ]);
  });
});

describe("the key of a drift", () => {
  const file: Drift = { kind: "file", module_ref: "MM-0001@1.0.0", path: "a", change: "modified" };
  const face: Drift = {
    kind: "interface",
    module_ref: "MM-0001@1.0.0",
    shipped: "1".repeat(64),
    found: "2".repeat(64),
  };
  const record: Drift = { kind: "record", path: "ship.yml", why: "it is gone" };

  it("is the same for the same drift, in any order and words", () => {
    expect(driftKey([file, face, record])).toBe(
      driftKey([{ ...record, why: "not YAML" }, { ...face, found: "3".repeat(64) }, file]),
    );
  });

  it.each<[string, Drift]>([
    ["another file", { ...file, path: "b" }],
    ["another change", { ...file, change: "deleted" }],
    ["another module", { ...file, module_ref: "MM-0002@1.0.0" }],
    ["a contract", face],
    ["a record", record],
  ])("differs for %s", (_, drift) => {
    expect(driftKey([drift])).not.toBe(driftKey([file]));
  });

  it("distinguishes contracts and records", () => {
    expect(driftKey([face])).not.toBe(driftKey([{ ...face, module_ref: "MM-0002@1.0.0" }]));
    expect(driftKey([record])).not.toBe(driftKey([{ ...record, path: "contract.yml" }]));
  });
});
