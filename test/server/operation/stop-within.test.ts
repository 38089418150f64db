import { describe, expect, it } from "vitest";
import { stopWithin } from "../../../src/server/operation/stop-within.js";

describe("an end with a bound", () => {
  it("is orderly when it comes in time", async () => {
    expect(await stopWithin(async () => {}, 60_000)).toBe(true);
  });

  it("comes anyway when it does not", async () => {
    expect(await stopWithin(() => new Promise(() => {}), 1)).toBe(false);
  });

  it("tells of what went wrong in it", async () => {
    await expect(stopWithin(() => Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  });
});
