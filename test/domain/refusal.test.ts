import { expect, it } from "vitest";
import { accept, refuse } from "../../src/domain/refusal.js";

it("an outcome is a value or a reason, never both", () => {
  expect(accept(7)).toEqual({ ok: true, value: 7 });
  expect(refuse("stale-card", "the card changed")).toEqual({
    ok: false,
    refusal: { code: "stale-card", message: "the card changed" },
  });
  expect(refuse("stale-card", "the card changed", { now: "ESC-1" })).toMatchObject({
    refusal: { details: { now: "ESC-1" } },
  });
});
