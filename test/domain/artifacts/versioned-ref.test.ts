import { describe, expect, it } from "vitest";
import { VersionedRef, versionedRef } from "../../../src/domain/artifacts/versioned-ref.js";

describe("a versioned reference", () => {
  it.each([
    ["PROP-1a2b3c4d", "1.0.0"],
    ["MM-0001", "10.20.30"],
    ["T-core-text-slug-001", "a".repeat(40)],
    ["src/@types/index.ts", "b".repeat(64)],
  ])("joins %s and %s", (id, version) => {
    expect(versionedRef(id, version)).toBe(`${id}@${version}`);
  });

  it.each([
    "MM-0001@latest",
    `src/a.ts@${"a".repeat(39)}`,
    `src/a.ts@${"A".repeat(40)}`,
    "MM-0001@1.0.0-beta",
    "MM 1@1.0.0",
  ])("refuses %j", (ref) => {
    expect(VersionedRef.safeParse(ref).success).toBe(false);
  });
});
