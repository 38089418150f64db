import { describe, expect, it } from "vitest";
import { Clause } from "../../../src/domain/contract/clause.js";
import { deriveClauses, withDerivedClauses } from "../../../src/domain/contract/derive-clauses.js";
import { TOTAL } from "../../../src/domain/contract/dimensions.js";
import { aContract, complaints } from "../../support/contract.js";

const contract = aContract();

describe("derived clauses", () => {
  it("are the happy path, and one for each constraint, invariant and error surface, in order", () => {
    expect(deriveClauses(contract).map(({ id, kind, title }) => [id, kind, title])).toEqual([
      ["CL-HAPPY-001", "behavior", "The happy path works from input to output"],
      ["CL-INPUT-001", "constraint", "Input raw: not empty"],
      ["CL-INPUT-002", "constraint", "Input raw: at most 80 characters"],
      ["CL-OUTPUT-001", "invariant", "Output tag: lower case"],
      ["CL-ERROR-001", "error", "Error EmptyTag is raised"],
    ]);
  });

  it("are all MUST, and well-formed clauses", () => {
    for (const clause of deriveClauses(contract)) {
      expect(clause.normativity).toBe("MUST");
      expect(complaints(Clause, clause)).toEqual([]);
    }
  });

  it("keep the words of the interface and say what to try", () => {
    const byId = new Map(deriveClauses(contract).map((clause) => [clause.id, clause]));
    expect(byId.get("CL-HAPPY-001")?.spec).toContain(contract.purpose);
    expect(byId.get("CL-INPUT-002")?.negative_cases).toEqual(["raw violates: at most 80 characters"]);
    expect(byId.get("CL-OUTPUT-001")?.spec).toContain("lower case");
    expect(byId.get("CL-ERROR-001")?.spec).toBe('The exception "EmptyTag" is observed when: raw holds no letter');
  });

  it("number three digits and more", () => {
    const constraints = Array.from({ length: 1000 }, (_, index) => `rule ${index}`);
    const ids = deriveClauses({ ...contract, inputs: [{ name: "raw", type: "string", constraints }] }).map(
      ({ id }) => id,
    );
    expect(ids).toContain("CL-INPUT-010");
    expect(ids).toContain("CL-INPUT-1000");
  });

  it("have no error clause for a total function", () => {
    const ids = deriveClauses({ ...contract, error_surfaces: TOTAL }).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith("CL-ERROR"))).toEqual([]);
  });

  it("replace their own kind and leave clauses written by hand alone", () => {
    const stale = { ...contract, outputs: [{ name: "tag", type: "string", invariants: ["no spaces"] }] };
    const ids = withDerivedClauses(stale).map(({ id, title }) => `${id} ${title}`);
    expect(ids).toContain("CL-OUTPUT-001 Output tag: no spaces");
    expect(ids.at(-1)).toBe("CL-AUDIT-001 One line a call");
    expect(ids).toHaveLength(6);
  });
});
