import { describe, expect, it } from "vitest";
import type { Ledger } from "../../../src/domain/ledger/ledger.js";
import { releasedRequirements, requirementsPart } from "../../../src/features/ledger/release-table.js";

const TASK = "T-a-b-c-001";
const requirement = (id: string, criteria: string[]) => ({
  id,
  quote: `Says ${id}.`,
  file: "SPEC.md",
  lines: "1",
  kind: "limit" as const,
  tasks: [{ task: "TSK-001", task_id: TASK, criteria }],
});
const ledger = (requirements: Ledger["requirements"]): Ledger => ({
  schema_version: 1,
  spec_id: "SPEC-001",
  spec_version: "1.0.0",
  requirements,
  demands_nothing: [],
  assumptions: [],
});
const shipped = [
  {
    module_ref: "MM-0001@1.0.0",
    task_id: TASK,
    commit: "a".repeat(40),
    files: [],
    proofs: [
      { criterion: "returns 1", tests: ["one", "two"].map((name) => ({ name, file: "t.ts", line: 1, clauses: [] })) },
      { criterion: "is documented", tests: [], assertions: ["the README names it"] },
    ],
  },
];
const tasks = new Map([[TASK, { pull_request: 7, merge: null }]]);
const table = (requirements: Ledger["requirements"]) =>
  requirementsPart(releasedRequirements(ledger(requirements), shipped, tasks))[0]?.text ?? "";

describe("the requirements of a release", () => {
  it("have their tests, assertions and pull request, and say what nothing shows", () => {
    const text = table([
      requirement("REQ-001", ["returns 1", "is documented"]),
      requirement("REQ-002", ["returns 2"]),
      { ...requirement("REQ-003", []), tasks: [], no_test: "nothing can show it" },
    ]);
    expect(text).toContain("| REQ-001 | Says REQ-001. | 2 tests, 1 assertion | #7 |");
    expect(text).toContain("| REQ-002 | Says REQ-002. | nothing recorded for 1 criterion | #7 |");
    expect(text).toContain("| REQ-003 | Says REQ-003. | no test: nothing can show it |  |");
  });

  it("leave out ended rows, and are absent without a ledger", () => {
    expect(table([{ ...requirement("REQ-001", ["returns 1"]), ended: { by: "SPEC-002@1.0.0" } }])).toBe("");
    expect(requirementsPart([])).toEqual([]);
  });

  it("fit with 1,000 of them", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => requirement(`REQ-${1_000 + index}`, ["returns 1"]));
    expect(table(many).length).toBeLessThan(21_000);
    expect(table(many)).toMatch(/_\d+ more are in `\.factory\/product\/ledger\.yml`/);
  });
});
