import { describe, expect, it } from "vitest";
import { checkAppendOnly } from "../../../../src/domain/index-entries/append-only.js";
import {
  CodeIndexEntry,
  indexEntryOf,
  isActive,
  isThere,
} from "../../../../src/domain/index-entries/code-index-entry.js";
import { withdraw } from "../../../../src/features/undo/rules/withdraw.js";
import { aShippedContract } from "../../../support/shipped-files.js";

const tag = indexEntryOf(aShippedContract());
const line = indexEntryOf(aShippedContract({ module_id: "MM-0002" }));
const order = { modules: ["MM-0001@1.0.0"], by: "ada", at: "2026-03-01T12:00:00Z" };

describe("withdrawing modules from the index", () => {
  it("keeps their entries, which say what became of the code, and nobody can build on them", () => {
    const [entry] = accepted(withdraw([tag, line], order));
    expect(entry).toMatchObject({ module_id: "MM-0001", status: "WITHDRAWN", superseded_by: null });
    expect(entry?.notes).toContain("WITHDRAWN 2026-03-01T12:00:00Z: ada took back");
    expect(CodeIndexEntry.safeParse(entry).success).toBe(true);
    expect(entry === undefined || isActive(entry) || isThere(entry)).toBe(false);
    expect(checkAppendOnly([tag, line], [entry ?? tag, line])).toEqual([]);
  });

  it("appends to what the entry says already", () => {
    const deprecated: CodeIndexEntry = { ...tag, status: "DEPRECATED", notes: "DEPRECATED: slow." };
    const [entry] = accepted(withdraw([deprecated], order));
    expect(entry?.notes).toMatch(/^DEPRECATED: slow\.\nWITHDRAWN/);
    expect(checkAppendOnly([deprecated], [entry ?? deprecated])).toEqual([]);
  });

  it.each([
    ["one that replaced an older version", "2.0.0"],
    ["one that was replaced", "1.0.0"],
  ])("refuses %s: a status only advances", (_, version) => {
    const older: CodeIndexEntry = { ...tag, status: "SUPERSEDED", superseded_by: "MM-0001@2.0.0" };
    const newer = { ...tag, version: "2.0.0" };
    expect(withdraw([older, newer], { ...order, modules: [`MM-0001@${version}`] })).toMatchObject({
      refusal: { code: "other-version", message: expect.stringContaining("Ask for a new version") },
    });
  });

  it("refuses what the index does not know", () => {
    expect(withdraw([line], order)).toMatchObject({ refusal: { code: "not-in-index" } });
  });
});

function accepted(outcome: ReturnType<typeof withdraw>): CodeIndexEntry[] {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
