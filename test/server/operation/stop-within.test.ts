import { describe, expect, it } from "vitest";
import { stopWithin } from "../../../src/server/operation/stop-within.js";

describe("a stop with a timeout", () => {
  it("is orderly if it ends in time", async () => {
    expect(await stopWithin(async () => {}, 60_000)).toBe(true);
  });

  it("ends anyway otherwise", async () => {
    expect(await stopWithin(() => new Promise(() => {}), 1)).toBe(false);
  });

  it("reports an error in it", async () => {
    await expect(stopWithin(() => Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  });
});
