import { expect, it } from "vitest";
import { runningProduct } from "../support/running/running-product.js";
import { debate } from "./debate.js";

it("the debate of the bench comes to its verdict, by as many persisted steps as the graph beside it has", async () => {
  const { steps } = await debate(await runningProduct({ dies: () => false, finds: () => "nothing" }));
  expect(steps).toBe(6);
});
