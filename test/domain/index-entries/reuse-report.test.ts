import { describe, expect, it } from "vitest";
import { ReuseSearchReport } from "../../../src/domain/index-entries/reuse-report.js";
import { complaints } from "../../support/contract.js";

const valid = {
  query: "normalise a tag",
  candidates_considered: [{ module_ref: "MM-0001@1.0.0", why_rejected: "keeps capitals" }],
  conclusion: "CREATE_NEW",
  justification: "no candidate lowers capitals",
};

describe("a reuse search report", () => {
  it.each(["CREATE_NEW", "REUSE_EXISTING"])("may conclude %s", (conclusion) => {
    expect(complaints(ReuseSearchReport, { ...valid, conclusion })).toEqual([]);
  });

  it("may have found nothing", () => {
    expect(complaints(ReuseSearchReport, { ...valid, candidates_considered: [] })).toEqual([]);
  });

  it.each([
    ["query", ""],
    ["conclusion", "REUSE"],
    ["justification", "N/A"],
    ["candidates_considered", [{ module_ref: "MM-0001", why_rejected: "keeps capitals" }]],
    ["candidates_considered", [{ module_ref: "MM-0001@1.0.0", why_rejected: "TBD" }]],
    ["candidates_considered", [...valid.candidates_considered, ...valid.candidates_considered]],
  ])("is refused when %s is %j", (field, value) => {
    expect(complaints(ReuseSearchReport, { ...valid, [field]: value }).join()).toContain(field);
  });
});
