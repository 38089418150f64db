import { expect, it } from "vitest";
import { waitUntil } from "./wait-until.js";

it("the bench waits until it is so", async () => {
  let asked = 0;
  await waitUntil("it was asked three times", () => ++asked === 3);
  expect(asked).toBe(3);
});

it("the bench says what it waited for in vain", async () => {
  await expect(waitUntil("pigs fly", () => false, 0)).rejects.toThrow("waited 0 seconds in vain until pigs fly");
});
