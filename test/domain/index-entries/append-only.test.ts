import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAppendOnly, INDEX_STATUS_TRANSITIONS } from "../../../src/domain/index-entries/append-only.js";
import {
  type CodeIndexEntry,
  type IndexStatus,
  IndexStatus as StatusSchema,
} from "../../../src/domain/index-entries/code-index-entry.js";
import { anEntry } from "../../support/code-index.js";

const first = anEntry();
const other = anEntry({ module_id: "MM-0002" });
const index = [first, other];
const found = (before: CodeIndexEntry[], after: CodeIndexEntry[]) =>
  checkAppendOnly(before, after).map(({ path, field }) => [path, field]);

/** A valid entry of module MM-0001 in any status. */
const inStatus = (status: IndexStatus): CodeIndexEntry =>
  anEntry({
    status,
    notes: status === "SHIPPED" ? "" : "moved on",
    superseded_by: status === "SUPERSEDED" ? "MM-0002@1.0.0" : null,
  });

describe("an append-only index", () => {
  it("may stay, and may grow at any place", () => {
    expect(found(index, index)).toEqual([]);
    expect(found(index, [anEntry({ module_id: "MM-0003" }), ...index])).toEqual([]);
    expect(found([], index)).toEqual([]);
  });

  it("may grow by a higher version", () => {
    expect(found(index, [...index, anEntry({ version: "1.0.1" })])).toEqual([]);
    expect(found(index, [...index, anEntry({ version: "0.9.0" })])).toEqual([["MM-0001@0.9.0", "version"]]);
  });

  it("never loses an entry, and says which", () => {
    expect(found(index, [other])).toEqual([["MM-0001@1.0.0", "module_id"]]);
    expect(found(index, [])).toHaveLength(2);
  });

  it("never uses a key twice", () => {
    expect(found(index, [...index, first])).toEqual([["MM-0001@1.0.0", "version"]]);
  });

  it.each(StatusSchema.options.flatMap((from) => StatusSchema.options.map((to) => [from, to] as const)))(
    "lets %s become %s only forwards",
    (from, to) => {
      const withdrawn = from === "DEPRECATED" && to === "WITHDRAWN";
      const allowed = from === to || (from === "SHIPPED" && to !== "SHIPPED") || withdrawn;
      const problems = found([inStatus(from), other], [inStatus(to), other]).filter(([, field]) => field === "status");
      expect(problems).toEqual(allowed ? [] : [["MM-0001@1.0.0", "status"]]);
      expect(from === to || INDEX_STATUS_TRANSITIONS[from].includes(to)).toBe(allowed);
    },
  );

  it.each(["DEPRECATED", "SUPERSEDED", "WITHDRAWN"] as const)("lets nothing new enter as %s", (status) => {
    expect(found([other], [other, inStatus(status)])).toEqual([["MM-0001@1.0.0", "status"]]);
  });

  const changes: Partial<CodeIndexEntry> = {
    name: "Another",
    purpose: "Does another thing",
    tags: ["other"],
    contract_ref: "x.yml",
    examples_ref: "x.md",
    ship_ref: "y.yml",
    io_summary: { ...first.io_summary, modes: ["async"] },
    dependencies: ["MM-0009@^1.0.0"],
  };

  it.each(Object.entries(changes))("never changes %s, not even with the status", (field, value) => {
    expect(found(index, [{ ...first, [field]: value }, other])).toEqual([["MM-0001@1.0.0", field]]);
    expect(found(index, [{ ...inStatus("DEPRECATED"), [field]: value }, other])).toEqual([["MM-0001@1.0.0", field]]);
  });

  it("changes notes and pointer only together with the status", () => {
    expect(found(index, [{ ...first, notes: "hello" }, other])).toEqual([["MM-0001@1.0.0", "notes"]]);
    const old = inStatus("SUPERSEDED");
    const later = anEntry({ module_id: "MM-0003" });
    expect(found([old, other, later], [{ ...old, superseded_by: "MM-0003@1.0.0" }, other, later])).toEqual([
      ["MM-0001@1.0.0", "superseded_by"],
    ]);
  });

  it("appends to notes and never rewrites them", () => {
    const noted = anEntry({ notes: "kept" });
    const deprecated = (notes: string) => anEntry({ status: "DEPRECATED", notes });
    expect(found([noted], [deprecated("kept\nDEPRECATED")])).toEqual([]);
    expect(found([noted], [deprecated("DEPRECATED")])).toEqual([["MM-0001@1.0.0", "notes"]]);
  });

  it("points only to entries it has", () => {
    const gone = anEntry({ status: "SUPERSEDED", superseded_by: "MM-0009@1.0.0" });
    expect(found([first, other], [gone, other])).toEqual([["MM-0001@1.0.0", "superseded_by"]]);
  });

  it("does not care about the order of entries", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...index, anEntry({ module_id: "MM-0003" })], { minLength: 3 }), (shuffled) => {
        expect(found(index, shuffled)).toEqual([]);
      }),
    );
  });
});
