import { describe, expect, it } from "vitest";
import { changedEntries } from "../../../src/domain/index-entries/changed-entries.js";
import { indexEntryOf } from "../../../src/domain/index-entries/code-index-entry.js";
import { aContract } from "../../support/contract.js";

const entry = (module_version: string) => indexEntryOf(aContract({ module_version, dependencies: [] }));

describe("entries about to be written", () => {
  it("are taken when they only add to the index", () => {
    expect(changedEntries([entry("1.0.0")], [entry("1.1.0")])).toEqual({ ok: true, value: [entry("1.1.0")] });
  });

  it("are refused when a version does not exceed the one before, or rewrites it", () => {
    expect(changedEntries([entry("2.0.0")], [entry("1.0.0")])).toMatchObject({
      ok: false,
      refusal: {
        code: "not-append-only",
        message: "MM-0001@1.0.0 must exceed MM-0001@2.0.0; versions only increase.",
      },
    });
    expect(changedEntries([entry("1.0.0")], [{ ...entry("1.0.0"), purpose: "Something else." }])).toMatchObject({
      ok: false,
      refusal: { message: "MM-0001@1.0.0 must not change its purpose; ship a new version instead." },
    });
  });
});
