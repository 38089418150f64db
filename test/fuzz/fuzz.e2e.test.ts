import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeFuzz, SEED, shown } from "./describe-fuzz.js";
import { PARSERS as LARGE, LARGE_ALLOWED } from "./large-texts.js";
import { startTrial, type Trial } from "./trial.js";

describeFuzz(96, SEED + 1);

describe("within what is promised for the largest files that are read at all", () => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial(new URL("large-texts.ts", import.meta.url), LARGE_ALLOWED);
  });
  afterAll(() => trial?.stop());

  it.each(LARGE)("$name", async ({ name }) => {
    expect(shown(await trial.tryInput(name, ""))).toBeNull();
  });
});
