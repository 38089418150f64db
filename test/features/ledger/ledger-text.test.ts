import { describe, expect, it } from "vitest";
import type { Ledger } from "../../../src/domain/ledger/ledger.js";
import { ledgerParts } from "../../../src/features/ledger/ledger-text.js";
import { BODY_LIMIT, fitParts } from "../../../src/render/fit.js";

const tasks = [{ task: "TSK-001", task_id: "T-a-b-c-001", criteria: ["returns 1", "returns 2"] }];
const ledger = (more: Partial<Ledger> = {}): Ledger => ({
  schema_version: 1,
  spec_id: "SPEC-001",
  spec_version: "1.0.0",
  requirements: [
    { id: "REQ-001", quote: "Adds @ada's | tag.", file: "SPEC.md", lines: "3", kind: "behaviour", tasks },
    {
      id: "REQ-002",
      quote: "No kib.",
      file: "docs/x.md",
      lines: "4",
      kind: "exclusion",
      tasks: [],
      no_test: "nothing shows it",
    },
    {
      id: "REQ-003",
      quote: "Gone.",
      file: "SPEC.md",
      lines: "9",
      kind: "limit",
      tasks,
      ended: { by: "SPEC-001@1.0.0" },
    },
  ],
  demands_nothing: [{ quote: "# Tags", file: "SPEC.md", lines: "1" }],
  assumptions: [{ id: "ASM-001", text: "Tags are lower case.", tasks }],
  ...more,
});
const text = (more?: Partial<Ledger>) => fitParts("head", ledgerParts(ledger(more)));

describe("a ledger in the spec's pull request", () => {
  it("shows each requirement that stands with what will show it, and nothing that could act", () => {
    expect(text()).toContain("2 requirements, each with what will show it:");
    expect(text()).toMatch(/\| REQ-001 \| line 3 \| behaviour \| .*ada's \\\| tag\. \| TSK-001 \(2\) \|/);
    expect(text()).not.toContain("@ada");
    expect(text()).toContain("| REQ-002 | docs/x.md, line 4 | exclusion | No kib. | no test: nothing shows it |");
    expect(text()).not.toContain("REQ-003");
  });

  it("shows what was assumed, each with the line that changes it", () => {
    expect(text()).toContain(
      "ASM-001: Tags are lower case. To change it: `/factory amend ASM-001: <what holds instead>`",
    );
    expect(text({ assumptions: [] })).toContain("Nothing was assumed");
  });

  it("shows SPEC.md in its order, with what each passage was taken for", () => {
    const rows = text()
      .split("\n")
      .filter((line) => /^\| \d/.test(line));
    expect(rows.map((row) => row.split(" | ").slice(0, 2).join())).toEqual(["| 1,demands nothing", "| 3,REQ-001"]);
  });

  it("fits with 1,000 long requirements, and says how many rows are in the file", () => {
    const requirements = Array.from({ length: 1_000 }, (_, index) => ({
      ...ledger().requirements[0],
      id: `REQ-${index + 1}`,
      quote: `${index} ${"long ".repeat(100)}`,
    })) as Ledger["requirements"];
    const shown = text({ requirements });
    expect(shown.length).toBeLessThan(BODY_LIMIT);
    expect(shown).toContain("1000 requirements, each with what will show it");
    expect(shown).toMatch(/_\d+ more are in `\.factory\/product\/ledger\.yml`\._/);
  });
});
