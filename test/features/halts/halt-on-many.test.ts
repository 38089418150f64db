import { describe, expect, it } from "vitest";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import { orThrow } from "../../../src/domain/refusal.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { gates, haltOf, pullsWith } from "../../support/halted.js";
import { decideOn, FIRST_TASK } from "../../support/loop.js";
import { branchRed, moduleAtGates, reported, type Seen } from "../../support/red-gates.js";

/** As many findings as a report may hold. */
const MANY = 1_000;

const each = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const assertions = (count: number): GateReport["assertions"] =>
  each(count, (index) => ({
    assertion: { type: "assert", condition: "x", message: `rule ${index}`, check: { type: "exports" } },
    passed: false,
    tier: 1,
  }));

/** Reports that hold so many of the same; and the list in the cause that is made of them. */
const REPORTS: readonly (readonly [string, (count: number) => Seen, (cause: HaltCause) => readonly unknown[]])[] = [
  [
    "tests that passed before",
    (count) => branchRed({ details: { tests: each(count, (index) => ({ name: `test ${index}`, now: "failing" })) } }),
    (cause) => (cause.kind === "test-regression" ? cause.tests : []),
  ],
  [
    "files in conflict",
    (count) =>
      branchRed({ details: { conflict: "both changed it", files: each(count, (index) => `src/${index}.ts`) } }),
    (cause) => (cause.kind === "merge-conflict" ? cause.paths : []),
  ],
  [
    "findings against the whole branch",
    (count) => ({
      ...branchRed({}),
      observed: { gateRuns: reported(gates("INTEGRITY"), null, { validators: [], assertions: assertions(count) }) },
    }),
    (cause) => (cause.kind === "gates-failing" ? cause.failures : []),
  ],
  [
    "findings against a module",
    (count) =>
      moduleAtGates((awaited) => reported(awaited, "MM-0001@1.0.0", { validators: [], assertions: assertions(count) })),
    (cause) => (cause.kind === "gates-failing" ? cause.failures : []),
  ],
];

function haltedOver({ work, observed }: Seen) {
  const { state, files, branch } = haltOf(work, observed);
  const path = escalationPath(state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "");
  const text = branch.get(path) ?? "";
  const shown = decideOn(state, { pulls: pullsWith({}) }, { files });
  const card = shown.pending.flatMap((pending) =>
    pending.kind === "say" && pending.key.startsWith("card:") ? [pending.body] : [],
  );
  return { state, branch, text, escalation: orThrow(readYaml(path, text, Escalation)), card: card.join("") };
}

const leftOutOf = ({ cause }: Escalation) => ("left_out" in cause ? cause.left_out : undefined);

describe("a halt with very many failures", () => {
  it.each(REPORTS)(
    "%s lists the first, and says how many more there are and in which report",
    (_what, seen, listed) => {
      const few = haltedOver(seen(20));
      const { escalation, card, branch } = haltedOver(seen(MANY));
      // A run that reports nothing else owes its other validators, too.
      const unlisted = (leftOutOf(few.escalation)?.count ?? 0) + MANY - 20;
      expect(listed(escalation.cause)).toHaveLength(20);
      expect(listed(escalation.cause)).toEqual(listed(few.escalation.cause));
      expect(leftOutOf(escalation)?.count).toBe(unlisted);
      const last = escalation.failed_invariants.at(-1)?.evidence ?? "";
      expect(last).toContain(`${unlisted} more, all of them are in `);
      expect(card).toContain(`${unlisted} more, all of them are in `);
      const reports = last.match(/[^ ]+\.yml/g) ?? [];
      expect(reports.length).toBeGreaterThan(0);
      for (const report of reports) {
        const inFolder = report.startsWith("gates/") ? `.factory/tasks/${FIRST_TASK}/${report}` : report;
        expect(branch.has(inFolder), report).toBe(true);
      }
    },
  );

  it.each(REPORTS)("%s makes no escalation that grows with them", (_what, seen) => {
    const { length } = haltedOver(seen(25)).text;
    expect(haltedOver(seen(MANY)).text.length).toBeLessThan(length + 100);
  });

  it.each(REPORTS.filter(([what]) => what !== "findings against a module"))(
    "%s makes no state that grows with them",
    (_what, seen) => {
      const size = (count: number) => writeYaml(haltedOver(seen(count)).state, FactoryState).length;
      expect(size(MANY)).toBeLessThan(size(25) + 100);
    },
  );
});
