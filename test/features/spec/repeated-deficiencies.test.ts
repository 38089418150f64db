import { expect, it } from "vitest";
import type { Deficiency } from "../../../src/domain/deficiency.js";
import { repeatedDeficiencies } from "../../../src/features/spec/repeated-deficiencies.js";
import { validateSpec } from "../../../src/features/spec/validate-spec.js";
import { changed, pillar, validSpec } from "../../support/product-spec.js";

const error = (fields: Partial<Deficiency> = {}): Deficiency => ({
  path: "title",
  field: "title",
  severity: "ERROR",
  message: "SPEC-001: title is missing.",
  ...fields,
});
const report = (errors: Deficiency[], warnings: Deficiency[] = []) => ({ errors, warnings });

it("a report of a draft reports deficiencies that were reported before and still exist", () => {
  const gone = error({ message: "something else" });
  const fresh = error({ message: "something new" });
  expect(repeatedDeficiencies(report([error(), gone]), report([fresh, error()]))).toEqual(report([error()]));
});

it("a report of a draft distinguishes errors and warnings", () => {
  const warning = error({ severity: "WARNING" });
  expect(repeatedDeficiencies(report([error()]), report([], [warning]))).toEqual(report([]));
  expect(repeatedDeficiencies(report([], [warning]), report([], [warning]))).toEqual(report([], [warning]));
});

it("a report of a draft looks at the field as well as at the message", () => {
  expect(repeatedDeficiencies(report([error()]), report([error({ field: "name" })]))).toEqual(report([]));
});

it("a report of a draft recognises a deficiency of an element that moved", () => {
  const spec = validSpec();
  const before = changed(spec, ["pillars", 0, "rationale"], "");
  const after = { ...spec, pillars: [pillar(9, { epics: [] }), ...(before as typeof spec).pillars] };
  const repeated = repeatedDeficiencies(validateSpec(before), validateSpec(after));
  expect(repeated.errors.map(({ path }) => path)).toEqual(["pillars[1].rationale"]);
});
