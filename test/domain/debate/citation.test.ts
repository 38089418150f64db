import { describe, expect, it } from "vitest";
import { citationsIn } from "../../../src/domain/debate/citation.js";
import { facts } from "../../support/debate.js";

const cited = (text: string) => citationsIn(text, facts);

describe("citations", () => {
  it.each([
    ["CL-ERR-001 has a negative case", ["CL-ERR-001"]],
    ["see cl-err-001.", ["CL-ERR-001"]],
    ["the test Rejects an\n  empty title fails", ["rejects an empty title"]],
    ["EmptyTitleError is raised", ["EmptyTitleError"]],
    ["max_length is checked", ["max_length"]],
    ["IMPORT_REALITY_CHECK and MM-0007@1.2.0", ["MM-0007@1.2.0", "IMPORT_REALITY_CHECK"]],
    ["CL-ERR-001, CL-BEH-001 and CL-ERR-001 again", ["CL-ERR-001", "CL-BEH-001"]],
  ])("finds the names in %j", (text, names) => {
    expect(cited(text)).toEqual(names);
  });

  it.each(["CL-ERR-0011", "XCL-ERR-001", "CL-ERR-002", "max_length_2", "rejects an empty titles"])(
    "does not take a part of %j for a name",
    (text) => {
      expect(cited(text)).toEqual([]);
    },
  );

  it.each([
    "`title`",
    '"title"',
    "'title'",
    "“title”",
    "the `title()` call",
    "inputs.title",
    "inputs[0].title",
    "(outputs.slug)",
  ])("counts a name that could be prose in %j", (text) => {
    expect(cited(text)).toHaveLength(1);
  });

  it.each(["the title is fine", "it works", "title", "myinputs.title", "inputs.titles", "`titles`", "`the title`"])(
    "does not count it in %j",
    (text) => {
      expect(cited(text)).toEqual([]);
    },
  );

  it("does not count the name of a dimension, even as code", () => {
    expect(cited("`inputs` and inputs")).toEqual([]);
  });

  it("looks on after a first place that does not count", () => {
    expect(cited("XCL-ERR-001 and CL-ERR-001")).toEqual(["CL-ERR-001"]);
    expect(cited("title and `title`")).toEqual(["title"]);
  });

  it("ignores empty names", () => {
    expect(citationsIn("anything ` `", { ...facts, testNames: ["", " "] })).toEqual([]);
  });
});
