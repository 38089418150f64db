import { expect, it } from "vitest";
import { CUT_TEXT } from "../../../src/render/cut.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { CASES, describeTexts, isSampled, KINDS, TEXTS_OF, useTextPlace } from "./text-limit-cases.js";

const { local, perform, place } = useTextPlace();

/** Four cases of each kind; `text-limits.e2e.test.ts` has the rest. */
describeTexts((kind) => CASES.filter((_, row) => isSampled(row, kind)));

it("every effect with a text is tested", () => {
  expect(Object.values(TEXTS_OF).flat().sort()).toEqual(Object.keys(KINDS).sort());
});

it("a text that was cut is marked at its end and keeps its beginning", async () => {
  const { number } = place().pull;
  await perform({
    kind: "say",
    key: "cut",
    issue: number,
    body: `${hiddenMarker("cut")}\nControls first.\n${"x".repeat(BODY_LIMIT)}`,
  });
  const { data } = await local
    .as("read")
    .rest.issues.listComments({ ...local.at, issue_number: number, per_page: 100 });
  const found = data.find(({ body }) => body?.includes("Controls first."))?.body ?? "";
  expect(found.length).toBeLessThanOrEqual(BODY_LIMIT);
  expect(found.endsWith(CUT_TEXT)).toBe(true);
});
