import { describe, expect, it } from "vitest";
import { checkAppendOnly } from "../../../src/domain/index-entries/append-only.js";
import { CodeIndexEntry, entryRef } from "../../../src/domain/index-entries/code-index-entry.js";
import { appendShipped, deprecate } from "../../../src/features/deprecation/deprecation.js";
import { anEntry } from "../../support/code-index.js";
import { complaints } from "../../support/contract.js";

const at = "2026-01-31T12:00:00Z";
const old = anEntry();
const replacement = anEntry({ module_id: "MM-0002" });
const user = anEntry({ module_id: "MM-0003", dependencies: ["MM-0001@^1.0.0"] });
const gone = anEntry({ module_id: "MM-0004", status: "SUPERSEDED", superseded_by: "MM-0002@1.0.0", notes: "moved" });
const entries = [old, replacement, user, gone];
const request = {
  ref: "MM-0001@1.0.0",
  reason: "Too slow.",
  migrationNote: "Call fold instead.",
  replacement: "MM-0002@1.0.0",
  at,
};

describe("a deprecation", () => {
  it("appends a notice with reason, instant and migration note, and points to the replacement", () => {
    const outcome = deprecate(entries, request);
    expect(outcome).toEqual({
      ok: true,
      value: {
        entry: {
          ...old,
          status: "DEPRECATED",
          superseded_by: "MM-0002@1.0.0",
          notes: `DEPRECATED ${at}: Too slow. Migration: Call fold instead.`,
        },
        downstream: ["MM-0003@1.0.0"],
      },
    });
    const after = entries.map((entry) => (outcome.ok && entry === old ? outcome.value.entry : entry));
    expect(checkAppendOnly(entries, after)).toEqual([]);
    expect(complaints(CodeIndexEntry, after[0])).toEqual([]);
  });

  it("keeps earlier notes", () => {
    const outcome = deprecate([anEntry({ notes: "seen in 3 products" }), replacement], request);
    expect(outcome.ok && outcome.value.entry.notes).toMatch(/^seen in 3 products\nDEPRECATED /);
  });

  it("needs no replacement", () => {
    const outcome = deprecate(entries, { ...request, replacement: null });
    expect(outcome.ok && outcome.value.entry.superseded_by).toBeNull();
  });

  it.each([
    ["not-in-index", { ref: "MM-0009@1.0.0" }],
    ["not-active", { ref: "MM-0004@1.0.0" }],
    ["reason-missing", { reason: "" }],
    ["migration-note-missing", { migrationNote: "n/a" }],
    ["replaces-itself", { replacement: "MM-0001@1.0.0" }],
    ["not-in-index", { replacement: "MM-0009@1.0.0" }],
    ["not-active", { replacement: "MM-0004@1.0.0" }],
  ])("is refused as %s with %j", (code, change) => {
    expect(deprecate(entries, { ...request, ...change })).toMatchObject({ ok: false, refusal: { code } });
  });

  it("names the replacement of a module that is inactive already", () => {
    const outcome = deprecate(entries, { ...request, ref: "MM-0004@1.0.0" });
    expect(outcome.ok ? "" : outcome.refusal.message).toBe("MM-0004@1.0.0 is already SUPERSEDED; use MM-0002@1.0.0.");
    const again = deprecate([anEntry({ status: "DEPRECATED", notes: "old" })], { ...request, replacement: null });
    expect(again.ok ? "" : again.refusal.message).toBe("MM-0001@1.0.0 is already DEPRECATED.");
  });
});

describe("a shipped version", () => {
  const next = anEntry({ version: "2.0.0" });
  const after = appendShipped(entries, { entry: next, migrationNote: "locale is gone.", at });

  it("supersedes the older one in the same step", () => {
    expect(after[0]).toEqual({
      ...old,
      status: "SUPERSEDED",
      superseded_by: "MM-0001@2.0.0",
      notes: `SUPERSEDED ${at}: replaced by MM-0001@2.0.0. Migration: locale is gone.`,
    });
    expect(after.at(-1)).toBe(next);
  });

  it("leaves all others as they are, and the index append-only", () => {
    expect(after.slice(1, 4)).toEqual(entries.slice(1));
    expect(checkAppendOnly(entries, after)).toEqual([]);
  });

  it("leaves a deprecated older version deprecated", () => {
    const deprecated = anEntry({ status: "DEPRECATED", notes: "old" });
    expect(
      appendShipped([deprecated], { entry: next, migrationNote: "none needed here", at }).map(({ status }) => status),
    ).toEqual(["DEPRECATED", "SHIPPED"]);
  });

  it("of a new module only appends", () => {
    const fresh = anEntry({ module_id: "MM-0005" });
    expect(appendShipped(entries, { entry: fresh, migrationNote: "first version", at }).map(entryRef)).toEqual([
      ...entries.map(entryRef),
      "MM-0005@1.0.0",
    ]);
  });
});
