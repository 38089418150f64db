import { expect, it } from "vitest";
import { runningProduct } from "../support/running/running-product.js";
import { debate } from "./debate.js";

/** The graph beside it has six. One more keeps the id of the run that judges the revision. */
const STEPS = 7;

it("the debate of the bench comes to its verdict, by the persisted steps of the graph beside it and one for its gate run", async () => {
  const { steps } = await debate(await runningProduct({ dies: () => false, finds: () => "nothing" }));
  expect(steps).toBe(STEPS);
});
