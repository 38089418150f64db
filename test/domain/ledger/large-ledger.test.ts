import { describe, expect, it } from "vitest";
import { ledgerOf } from "../../../src/domain/ledger/ledger-of.js";
import { locateScope } from "../../../src/domain/ledger/locate-scope.js";
import { numberRows } from "../../../src/domain/ledger/number-rows.js";
import { Scope } from "../../../src/domain/ledger/scope.js";
import { orThrow } from "../../../src/domain/refusal.js";

/** A text that counts how many of its characters are searched. */
function searched(run: () => void): number {
  const indexOf = String.prototype.indexOf;
  let characters = 0;
  String.prototype.indexOf = function (this: string, text: string, from = 0) {
    const at = indexOf.call(this, text, from);
    characters += (at === -1 ? this.length : at) - from + 1;
    return at;
  };
  try {
    run();
  } finally {
    String.prototype.indexOf = indexOf;
  }
  return characters;
}

function scopeOfLines(count: number) {
  const lines = Array.from({ length: count }, (_, index) => `Statement ${index} is demanded.`);
  const requirements = lines.map((quote) => ({ quote, kind: "limit", held_by: [{ task: "TSK-001", criteria: [1] }] }));
  return { text: lines.join("\n"), scope: Scope.parse({ requirements }) };
}

function ledgerOfLines(count: number) {
  const { text, scope } = scopeOfLines(count);
  const located = orThrow(locateScope(scope, new Map([["SPEC.md", text]])));
  const tasks = [{ task_id: "TSK-001", acceptance_criteria: ["returns 1"] }];
  return ledgerOf(
    { spec_id: "SPEC-001", spec_version: "1.0.0", scope: numberRows(located, []), tasks, taskIds: new Map() },
    null,
  );
}

describe("a ledger of 1,000 requirements", () => {
  it("has each at its line", () => {
    const { requirements } = ledgerOfLines(1_000);
    expect(requirements).toHaveLength(1_000);
    expect(requirements.every(({ lines }, index) => lines === `${index + 1}`)).toBe(true);
  });

  it("searches twice as much text for twice as many requirements, not four times", () => {
    const once = searched(() => ledgerOfLines(1_000));
    const twice = searched(() => ledgerOfLines(2_000));
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeLessThan(2.5 * once);
  });
});
