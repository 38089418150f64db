import { describe, expect, it } from "vitest";
import type { Ledger } from "../../../src/domain/ledger/ledger.js";
import { ledgerProgress } from "../../../src/domain/ledger/ledger-progress.js";

const row = (id: string, tasks: readonly string[], ended = false) => ({
  id,
  quote: id,
  file: "SPEC.md",
  lines: "1",
  kind: "limit" as const,
  tasks: tasks.map((task_id) => ({ task: "TSK-001", task_id, criteria: ["returns 1"] })),
  ...(ended ? { ended: { by: "SPEC-001@2.0.0" } } : {}),
});
const ledger = (requirements: Ledger["requirements"]) => ({ requirements }) as Ledger;
const task = (status: string, superseded_by: readonly string[] = []) => ({ status, superseded_by });

describe("the progress of a ledger", () => {
  it("counts requirements whose tasks have all shipped, and leaves out ended ones and those without a test", () => {
    const rows = [row("REQ-1", ["A"]), row("REQ-2", ["A", "B"]), row("REQ-3", []), row("REQ-4", ["A"], true)];
    const tasks = { A: task("SHIPPED"), B: task("IN_PROGRESS") };
    expect(ledgerProgress(ledger(rows), tasks)).toEqual({ held: 1, total: 2, untested: 1 });
  });

  it("follows a task that was divided to all of its parts", () => {
    const tasks = (last: string) => ({
      A: task("ABANDONED", ["B", "C"]),
      B: task("SHIPPED"),
      C: task("ABANDONED", ["D"]),
      D: task(last),
    });
    expect(ledgerProgress(ledger([row("REQ-1", ["A"])]), tasks("SHIPPED")).held).toBe(1);
    expect(ledgerProgress(ledger([row("REQ-1", ["A"])]), tasks("HALTED")).held).toBe(0);
  });

  it("holds nothing by tasks that were abandoned, are unknown, or replace each other", () => {
    const tasks = { A: task("ABANDONED"), B: task("ABANDONED", ["C"]), C: task("ABANDONED", ["B"]) };
    const rows = [row("REQ-1", ["A"]), row("REQ-2", ["X"]), row("REQ-3", ["B"])];
    expect(ledgerProgress(ledger(rows), tasks)).toMatchObject({ held: 0, total: 3 });
  });
});
