import { describe, expect, it } from "vitest";
import { Clause, ClauseId, clauseType } from "../../../src/domain/contract/clause.js";
import { complaints } from "../../support/contract.js";

const valid = {
  id: "CL-AUTH-001",
  kind: "error",
  normativity: "MUST",
  title: "Invalid credentials return 401",
  spec: "When a user submits invalid credentials, then the response status is 401",
  observables: ["http"],
  negative_cases: ["Wrong password", "Non-existent user"],
};

describe("a clause id", () => {
  it.each(["CL-AUTH-001", "CL-A-000", "CL-HTTP2-1234"])("may be %s", (id) => {
    expect(ClauseId.safeParse(id).success).toBe(true);
  });

  it.each(["CL-auth-1", "CL-AUTH-01", "CL-AUTH", "CL--001", "CL-2FA-001", "AUTH-001", "CL-AUTH-001 ", "CL-A-B-001"])(
    "is not %j, and the message shows the format",
    (id) => {
      expect(complaints(ClauseId, id).join()).toContain("must match format CL-<TYPE>-<SEQUENCE>");
    },
  );

  it("names its type", () => {
    expect(clauseType("CL-AUTH-001")).toBe("AUTH");
  });
});

describe("a clause", () => {
  it.each(["behavior", "constraint", "invariant", "error", "effect"])("knows the kind %s", (kind) => {
    expect(complaints(Clause, { ...valid, kind })).toEqual([]);
  });

  it.each(["MUST", "SHOULD", "MAY"])("knows the normativity %s", (normativity) => {
    expect(complaints(Clause, { ...valid, normativity })).toEqual([]);
  });

  it("may have no negative case", () => {
    expect(complaints(Clause, { ...valid, negative_cases: [] })).toEqual([]);
  });

  it.each([
    ["kind", "wish"],
    ["normativity", "must"],
    ["title", "TBD"],
    ["spec", ""],
    ["observables", []],
    ["observables", ["n/a"]],
    ["negative_cases", [""]],
    ["negative_cases", undefined],
  ])("is refused when %s is %j", (field, value) => {
    expect(complaints(Clause, { ...valid, [field]: value }).join()).toContain(field);
  });
});
