import { describe, expect, it } from "vitest";
import { checkClauses } from "../../../src/domain/contract/check-clauses.js";
import type { Clause } from "../../../src/domain/contract/clause.js";
import { aContract } from "../../support/contract.js";

const contract = aContract();

function withClause(id: string, change: Partial<Clause>) {
  return {
    ...contract,
    clauses: contract.clauses.map((clause) => (clause.id === id ? { ...clause, ...change } : clause)),
  };
}

describe("the clauses of a contract", () => {
  it("are complete when every obligation has one", () => {
    expect(checkClauses(contract)).toEqual([]);
  });

  it.each(["CL-HAPPY-001", "CL-INPUT-001", "CL-INPUT-002", "CL-OUTPUT-001", "CL-ERROR-001"])(
    "lack %s by name",
    (id) => {
      const found = checkClauses({ ...contract, clauses: contract.clauses.filter((clause) => clause.id !== id) });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ path: `clauses.${id}`, field: "id", severity: "ERROR" });
      expect(found[0]?.message).toContain(`${id} is missing`);
    },
  );

  it("say which part of the interface has no clause", () => {
    const found = checkClauses({ ...contract, clauses: contract.clauses.filter(({ id }) => id !== "CL-INPUT-002") });
    expect(found[0]?.message).toContain('inputs.raw.constraints[1] says "at most 80 characters"');
  });

  it.each<[string, Partial<Clause>, string]>([
    ["another kind", { kind: "behavior" }, "kind"],
    ["a SHOULD", { normativity: "SHOULD" }, "normativity"],
    ["a MAY", { normativity: "MAY" }, "normativity"],
    ["other words", { spec: "Something about emptiness" }, "spec"],
  ])("may not turn a derived clause into %s", (_case, change, field) => {
    expect(checkClauses(withClause("CL-INPUT-001", change)).map((problem) => problem.field)).toEqual([field]);
  });

  it("may be elaborated as long as the words stay", () => {
    const spec = 'An empty "raw" (so: not empty) raises EmptyTag with the code 422';
    expect(checkClauses(withClause("CL-INPUT-001", { spec, title: "No empty tags", observables: ["http"] }))).toEqual(
      [],
    );
  });

  it("may not borrow a derived type for something else", () => {
    const stray = { ...contract.clauses[0], id: "CL-ERROR-002" } as Clause;
    const found = checkClauses({ ...contract, clauses: [...contract.clauses, stray] });
    expect(found.map(({ path, field }) => [path, field])).toEqual([["clauses.CL-ERROR-002", "id"]]);
  });
});
