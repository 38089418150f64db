import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mutate } from "./mutate.js";
import { PARSERS } from "./parsers.js";
import { SOURCE_ALLOWED, PARSERS as SOURCES } from "./source-texts.js";
import { ALLOWED, startTrial, type Trial } from "./trial.js";
import type { Finding } from "./try-input.js";

/** Another seed is another sample: `FUZZ_SEED=7`. */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Damages texts of every kind that comes from outside, and reads them. `npm run soak -- fuzz` goes on for as long as one likes. */
export function describeFuzz(count: number, seed = SEED): void {
  describe.each([
    { what: "64 KB", module: "parsers.ts", parsers: PARSERS, allowed: ALLOWED, texts: count },
    { what: "64 KB of source", module: "source-texts.ts", parsers: SOURCES, allowed: SOURCE_ALLOWED, texts: count / 4 },
  ])("within what is promised for $what", ({ module, parsers, allowed, texts }) => {
    let trial: Trial;
    beforeAll(async () => {
      trial = await startTrial(new URL(module, import.meta.url), allowed);
    });
    afterAll(() => trial?.stop());

    describe.each(parsers)("reading what comes from outside: $name", ({ name, corpus }) => {
      it("has texts to begin with, and reads each of them", async () => {
        expect(corpus.length).toBeGreaterThan(0);
        for (const text of corpus) expect(shown(await trial.tryInput(name, text))).toBeNull();
      });

      it(`neither throws nor hangs nor grows nor changes a prototype on ${texts} damaged ones (seed ${seed})`, async () => {
        for (let number = 0; number < texts; number += 1) {
          const origin = corpus[number % corpus.length] ?? "";
          const text = mutate(origin, corpus, seed * 1_000_000 + number);
          expect(shown(await trial.tryInput(name, text)), `${number}`).toBeNull();
        }
      });
    });
  });
}

/** A finding that fits on a screen. */
export function shown(finding: Finding | null) {
  return finding && { ...finding, text: `${finding.text.slice(0, 400)} … of ${finding.text.length}` };
}
