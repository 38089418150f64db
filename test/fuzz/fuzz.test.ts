import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReportFormat } from "../../src/domain/config/report-format.js";
import { PARSERS as LARGE, LARGE_ALLOWED } from "./large-texts.js";
import { mutate } from "./mutate.js";
import { PARSERS } from "./parsers.js";
import { SOURCE_ALLOWED, PARSERS as SOURCES } from "./source-texts.js";
import { ALLOWED, startTrial, type Trial } from "./trial.js";
import type { Finding } from "./try-input.js";

/** A sample; `npm run soak -- fuzz` goes on for as long as one likes. Another seed is another sample: `FUZZ_SEED=7`. */
const TEXTS = 120;
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const PATIENCE_MS = 120_000;

it("is done to the reader of every format that test results come in", () => {
  expect(PARSERS.map(({ name }) => name)).toEqual(expect.arrayContaining(ReportFormat.options));
});

describe.each([
  { what: "64 KB", module: "parsers.ts", parsers: PARSERS, allowed: ALLOWED, texts: TEXTS },
  { what: "64 KB of source", module: "source-texts.ts", parsers: SOURCES, allowed: SOURCE_ALLOWED, texts: TEXTS / 4 },
])("within what is promised for $what", ({ module, parsers, allowed, texts }) => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial(new URL(module, import.meta.url), allowed);
  });
  afterAll(() => trial?.stop());

  describe.each(parsers)("reading what comes from outside: $name", ({ name, corpus }) => {
    it(
      "has texts to begin with, and reads each of them",
      async () => {
        expect(corpus.length).toBeGreaterThan(0);
        for (const text of corpus) expect(shown(await trial.tryInput(name, text))).toBeNull();
      },
      PATIENCE_MS,
    );

    it(
      `neither throws nor hangs nor grows nor changes a prototype on ${texts} damaged ones (seed ${SEED})`,
      async () => {
        for (let number = 0; number < texts; number += 1) {
          const origin = corpus[number % corpus.length] ?? "";
          const text = mutate(origin, corpus, SEED * 1_000_000 + number);
          expect(shown(await trial.tryInput(name, text)), `${number}`).toBeNull();
        }
      },
      PATIENCE_MS,
    );
  });
});

describe("within what is promised for the largest files that are read at all", () => {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial(new URL("large-texts.ts", import.meta.url), LARGE_ALLOWED);
  });
  afterAll(() => trial?.stop());

  it.each(LARGE)(
    "$name",
    async ({ name }) => {
      expect(shown(await trial.tryInput(name, ""))).toBeNull();
    },
    PATIENCE_MS,
  );
});

/** A finding that fits on a screen. */
function shown(finding: Finding | null) {
  return finding && { ...finding, text: `${finding.text.slice(0, 400)} … of ${finding.text.length}` };
}
