import { describe, expect, it } from "vitest";
import { resolveMinutes, timerMs } from "../../../../src/sandbox/runner/job/minutes.js";

const scope = { contexts: { inputs: { count: 3, none: 0, word: "soon" } } };

describe("timeout-minutes", () => {
  it.each([
    [5, 5],
    [0.5, 0.5],
    ["${{ inputs.count }}", 3],
    ["${{ fromJSON('7') }}", 7],
  ])("%j is %d", (declared, minutes) => {
    expect(resolveMinutes(declared, scope)).toEqual({ ok: true, value: minutes });
  });

  it.each([
    ["${{ inputs.none }}", "invalid-timeout"],
    ["${{ inputs.word }}", "invalid-timeout"],
    ["${{ fromJSON('{') }}", "expression-failed"],
  ])("%j is refused", (declared, code) => {
    expect(resolveMinutes(declared, scope)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("never becomes a timer so long that it fires at once", () => {
    expect(timerMs(2, 60_000)).toBe(120_000);
    expect(timerMs(1_000_000, 60_000)).toBe(2_147_483_647);
  });
});
