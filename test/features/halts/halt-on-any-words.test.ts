import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { LOST_AFTER_MINUTES } from "../../../src/features/gate-runs/lost-runs.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { validatorResult } from "../../support/gate-report.js";
import { AT_GREEN, haltOf, modules, pullsWith } from "../../support/halted.js";
import { decideOn, FIRST_TASK } from "../../support/loop.js";
import { branchRed, moduleAtGates, RUN, reported, type Seen } from "../../support/red-gates.js";

/** Where words from outside come into a halt: each is a report, or what GitHub says, that holds the text. */
const SOURCES: Readonly<Record<string, (text: string) => Seen>> = {
  "a test that passed before": (name) => branchRed({ details: { tests: [{ name, now: "failing" }] } }),
  "a file in conflict": (path) => branchRed({ details: { conflict: "both changed it", files: [path] } }),
  "what gate 3 says": (message) => branchRed({ message }),
  "what a gate says of a module": (message) =>
    moduleAtGates((awaited) =>
      reported(awaited, "MM-0001@1.0.0", {
        validators: [validatorResult({ code: "TASK_TEST_PASSES", gate: 2, status: "FAILED", message })],
      }),
    ),
  "why a run ended without a report": (why) =>
    moduleAtGates((awaited) => [{ ...RUN, nonce: awaited.nonces.judge, state: "unusable", why }], LOST_AFTER_MINUTES),
  "who pushed": (headAuthor) => ({
    work: { modules: modules({ step: AT_GREEN }) },
    observed: { pulls: pullsWith({ head: "f".repeat(40), headAuthor }) },
  }),
  "who closed": (closedBy) => ({
    work: { modules: modules({ step: AT_GREEN }) },
    observed: { pulls: pullsWith({ state: "closed", closedBy }) },
  }),
};

const WORDS = [
  "none",
  "null",
  "nil",
  "unknown",
  "TODO.md",
  "TODO list > adds an item",
  "TBD",
  "n/a",
  "-",
  " ",
  "\u200b",
];
/** Half a character never gets as far: what is observed is mended on its way in. */
const anyText = fc.oneof(
  fc.constantFrom(...WORDS, "x".repeat(19_999), `${"x".repeat(19_998)}😀`),
  fc.string({ minLength: 1, unit: "binary" }),
  fc.tuple(fc.constantFrom("TODO", "TBD:", "n/a ", "to be decided "), fc.string()).map((parts) => parts.join("")),
);

describe("a halt with its card is possible with any words", () => {
  it.each(Object.entries(SOURCES))("of %s", (_source, seenWith) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { work, observed } = seenWith(text);
        const { state, files, branch } = haltOf(work, observed);
        const card = escalationPath(state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "");
        expect(readYaml(card, branch.get(card) ?? "", Escalation).ok).toBe(true);
        expect(readYaml("state", writeYaml(state, FactoryState), FactoryState).ok).toBe(true);
        const next = decideOn(state, { pulls: pullsWith({}) }, { files });
        expect(next.pending.filter((effect) => effect.kind === "say" && effect.key.startsWith("card:"))).toHaveLength(
          1,
        );
      }),
      { numRuns: 30, examples: WORDS.map((word) => [word]) },
    );
  });
});
