import { describe, expect, it } from "vitest";
import {
  errorSurfacesAreSpecific,
  sketchesAddressEveryDimension,
} from "../../../../src/features/spec/criteria/contract-sketch-criteria.js";
import { IO_DIMENSIONS } from "../../../../src/features/spec/product-spec.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import { changed, FIRST_TASK, validSpec } from "../../../support/product-spec.js";

const SKETCH = [...FIRST_TASK, "io_contract_sketch"];

describe("criterion 6: five dimensions", () => {
  const findings = (dimension: string, value: unknown) =>
    sketchesAddressEveryDimension(readDraft(changed(validSpec(), [...SKETCH, dimension], value)));

  it("is content with a full sketch", () => {
    expect(sketchesAddressEveryDimension(readDraft(validSpec()))).toEqual([]);
  });

  describe.each(IO_DIMENSIONS)("%s", (dimension) => {
    it.each([
      [undefined, "is missing"],
      ["", "is empty"],
      ["\u200b\u2060", "is empty"],
      ["TBD", 'contains the placeholder "TBD"'],
      ["none", 'contains the placeholder "none"'],
      ["a string, limits TODO", 'contains the placeholder "TODO"'],
      ["a\rb", "has the unprintable character U+000D"],
      [7, "must be text"],
      [null, "must be text"],
    ])("must not be %j", (value, complaint) => {
      const [found, ...others] = findings(dimension, value);
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        path: `pillars[0].epics[0].stories[0].tasks[0].io_contract_sketch.${dimension}`,
        field: dimension,
      });
      expect(found?.message).toContain(`TSK-001 ("Sign in"): ${dimension} ${complaint}`);
    });

    it("may say that there is nothing, and why", () => {
      expect(findings(dimension, "none: pure")).toEqual([]);
    });
  });

  it.each([undefined, null, "inputs and outputs", [[]]])("leaves a sketch that is %j to required fields", (value) => {
    expect(sketchesAddressEveryDimension(readDraft(changed(validSpec(), SKETCH, value)))).toEqual([]);
  });
});

describe("criterion 14: specific error conditions", () => {
  const findings = (surfaces: unknown) =>
    errorSurfacesAreSpecific(readDraft(changed(validSpec(), [...SKETCH, "error_surfaces"], surfaces)));

  it.each([
    "errors may occur",
    "Errors may occur.",
    "Various errors are possible",
    "throws an exception if something goes wrong",
    "standard error handling",
    "may fail",
    "no errors, the input is always valid",
    "none: total function",
    "Unexpected failures are handled gracefully",
  ])("warns about %j", (surfaces) => {
    expect(findings(surfaces)).toEqual([
      {
        path: "pillars[0].epics[0].stories[0].tasks[0].io_contract_sketch.error_surfaces",
        field: "error_surfaces",
        message:
          `TSK-001 ("Sign in"): error_surfaces names no specific error condition (${JSON.stringify(surfaces)}); ` +
          "say which input or state leads to which error.",
      },
    ]);
  });

  it.each([
    "404",
    "ValidationError on an empty title",
    "network errors",
    "raises when the file is missing",
    "E_TIMEOUT",
    "Nothing is thrown. null is returned for NaN, Infinity and text without a digit",
    "never throws; an unknown unit gives null",
  ])("is content with %j", (surfaces) => {
    expect(findings(surfaces)).toEqual([]);
  });

  it.each([undefined, "", "TBD", 7])("leaves %j to criterion 6", (surfaces) => {
    expect(findings(surfaces)).toEqual([]);
  });
});
