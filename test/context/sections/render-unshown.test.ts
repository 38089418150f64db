import { describe, expect, it } from "vitest";
import { renderUnshown } from "../../../src/context/sections/render-unshown.js";

describe("values that nothing shows", () => {
  it("are named by criterion, and those of the rest of the task by themselves", () => {
    const text = renderUnshown({ criteria: [{ criterion: "accepts it", values: ["_x1 >= 1e3"] }], task: ["BAD_STEP"] });
    expect(text).toContain('- "accepts it": not found in any test: `_x1 >= 1e3`');
    expect(text).toContain("neither in contract, examples nor tests: `BAD_STEP`");
  });

  it("are bounded, with a count of what was left out", () => {
    const values = Array.from({ length: 25 }, (_, index) => `value ${index}`);
    const criteria = Array.from({ length: 32 }, (_, index) => ({ criterion: `criterion ${index}`, values }));
    const text = renderUnshown({ criteria, task: ["x".repeat(1_000)] });
    expect(text).toContain("`value 19`, and 5 more");
    expect(text).toContain("and 2 more criteria");
    expect(text).not.toContain("x".repeat(121));
  });
});
