import { describe, expect, it } from "vitest";
import { changedDimensions, difference } from "../../../src/domain/contract/difference.js";
import { type Dimensions, dimensionsOf, PURE, TOTAL } from "../../../src/domain/contract/dimensions.js";
import { aContract } from "../../support/contract.js";

const before = dimensionsOf(aContract());
const same = { added: [], removed: [], modified: [], moved: [] };

describe("the difference of two interfaces", () => {
  it("is empty for the same interface", () => {
    expect(difference(before, before)).toEqual({
      inputs: same,
      outputs: same,
      error_surfaces: same,
      effects: same,
      modes: same,
    });
    expect(changedDimensions(difference(before, structuredClone(before)))).toEqual([]);
  });

  it("names what was added, removed, modified and moved", () => {
    const after: Dimensions = {
      ...before,
      inputs: [
        { name: "limit", type: "number", constraints: [] },
        { name: "raw", type: "Buffer", constraints: ["not empty"] },
      ],
    };
    expect(difference(before, after).inputs).toEqual({
      added: ["limit"],
      removed: ["locale"],
      modified: [
        {
          name: "raw",
          changes: [
            { field: "constraints", before: ["not empty", "at most 80 characters"], after: ["not empty"] },
            { field: "type", before: "string", after: "Buffer" },
          ],
        },
      ],
      moved: ["raw"],
    });
  });

  it("sees a field that came or went", () => {
    const required = { ...before, inputs: before.inputs.map(({ optional: _, ...input }) => input) };
    expect(difference(before, required).inputs.modified).toEqual([
      { name: "locale", changes: [{ field: "optional", before: true, after: undefined }] },
    ]);
  });

  it("knows effects by type and target", () => {
    const after: Dimensions = {
      ...before,
      effects: [{ type: "CALL", target: "audit-log", description: "appends one line for each call" }],
    };
    expect(difference(before, after).effects).toMatchObject({
      added: ["CALL audit-log"],
      removed: ["WRITE audit-log"],
    });
  });

  it("shows the words for none as items, so that giving one up is visible", () => {
    const none: Dimensions = { ...before, effects: PURE, error_surfaces: TOTAL };
    expect(difference(none, before)).toMatchObject({
      effects: { added: ["WRITE audit-log"], removed: [PURE] },
      error_surfaces: { added: ["EmptyTag"], removed: [TOTAL] },
    });
  });

  it("compares modes one by one", () => {
    const after = { ...before, modes: { sync: false, async: true, notes: "returns at once" } };
    expect(difference(before, after).modes.modified.map(({ name }) => name)).toEqual(["sync", "async"]);
    const renamed = { ...before, modes: { ...before.modes, notes: "waits" } };
    expect(difference(before, renamed).modes.modified.map(({ name }) => name)).toEqual(["notes"]);
  });

  it("lists the dimensions that differ in their fixed order", () => {
    const after: Dimensions = {
      ...before,
      modes: { ...before.modes, async: true },
      outputs: [...before.outputs, { name: "x", type: "y", invariants: [] }],
    };
    expect(changedDimensions(difference(before, after))).toEqual(["outputs", "modes"]);
  });
});
