import { expect, it } from "vitest";
import { ReportFormat } from "../../src/domain/config/report-format.js";
import { describeFuzz } from "./describe-fuzz.js";
import { PARSERS } from "./parsers.js";

it("every format that test results come in is fuzzed", () => {
  expect(PARSERS.map(({ name }) => name)).toEqual(expect.arrayContaining(ReportFormat.options));
});

/** A small sample; `fuzz.e2e.test.ts` takes a larger one. */
describeFuzz(24);
