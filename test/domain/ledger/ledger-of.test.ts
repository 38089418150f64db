import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/domain/ledger/ledger.js";
import { ledgerOf } from "../../../src/domain/ledger/ledger-of.js";
import { numberRows } from "../../../src/domain/ledger/number-rows.js";
import { Scope } from "../../../src/domain/ledger/scope.js";

const TASKS = [{ task_id: "TSK-001", acceptance_criteria: ["returns 1", "returns 2"] }];
const taskIds = new Map([["TSK-001", "T-a-b-c-001"]]);

function ledger(quotes: readonly string[], earlier: Ledger | null = null, spec_version = "1.0.0"): Ledger {
  const requirements = quotes.map((quote, index) => ({
    quote,
    lines: `${index + 1}`,
    kind: "limit",
    held_by: [{ task: "TSK-001", criteria: [2] }],
  }));
  const scope = numberRows(Scope.parse({ requirements }), earlier === null ? [] : [earlier]);
  return Ledger.parse(ledgerOf({ spec_id: "SPEC-001", spec_version, scope, tasks: TASKS, taskIds }, earlier));
}

describe("a ledger", () => {
  it("numbers requirements and names what shows them by its words", () => {
    expect(ledger(["At most 8.", "At least 1."]).requirements).toMatchObject([
      { id: "REQ-001", tasks: [{ task: "TSK-001", task_id: "T-a-b-c-001", criteria: ["returns 2"] }] },
      { id: "REQ-002" },
    ]);
  });

  it("keeps the number of the same words, gives no number twice, and ends rows instead of removing them", () => {
    const first = ledger(["At most 8.", "At least 1."]);
    const second = ledger(["At most\n9.", "At least  1."], first, "2.0.0");
    expect(second.requirements).toMatchObject([
      { id: "REQ-001", quote: "At most 8.", ended: { by: "SPEC-001@2.0.0" } },
      { id: "REQ-003", quote: "At most\n9." },
      { id: "REQ-002", quote: "At least  1." },
    ]);
    const third = ledger(["At least 1."], second, "3.0.0");
    expect(third.requirements.map(({ id, ended }) => [id, ended?.by])).toEqual([
      ["REQ-001", "SPEC-001@2.0.0"],
      ["REQ-003", "SPEC-001@3.0.0"],
      ["REQ-002", undefined],
    ]);
  });
});
