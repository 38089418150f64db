import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allCommands, commandRow } from "../../src/commands/all-commands.js";
import { FEATURES } from "../../src/features/features.js";
import { HumanResolution } from "../../src/features/halts/resolution/human-resolution.js";
import { onlyCommand } from "../support/commands.js";

const COMMANDS = allCommands();

/** Where each verb can be said (decisions.md#the-verbs). */
const DESIGN = {
  "spec pull request": ["approve", "reject", "amend"],
  "halted task": ["override", "amend-spec", "split", "revise-plan", "fix", "abandon", "retry"],
  "interface change": ["ice approve", "ice reject", "ice defer"],
  "contract amendment": ["amendment accept", "amendment reject"],
  checkpoint: ["continue", "adjust", "budget", "abort"],
  anywhere: ["help", "undo", "trace", "answer", "release", "validate", "deprecate", "pause", "resume", "status"],
};

describe("the table of commands", () => {
  it.each(Object.entries(DESIGN))("has the verbs of: %s", (where, verbs) => {
    expect(COMMANDS.filter((row) => row.where === where).map(({ verb }) => verb)).toEqual(verbs);
  });

  it("has each verb once, in the order of the places", () => {
    const verbs = COMMANDS.map(({ verb }) => verb);
    expect(verbs).toEqual(Object.values(DESIGN).flat());
    expect(new Set(verbs).size).toBe(verbs.length);
    for (const verb of verbs) expect(commandRow(verb).verb).toBe(verb);
    expect(() => commandRow("frobnicate")).toThrow("no feature has the command frobnicate");
  });

  it("has the commands of every feature's row", () => {
    const ofRows = FEATURES.flatMap(({ commands }) => commands?.() ?? []);
    expect(ofRows.length).toBeGreaterThan(20);
    expect(new Set(COMMANDS)).toEqual(new Set(ofRows));
  });

  it("gives every resolution of a halt a verb", () => {
    const actions = COMMANDS.filter(({ where }) => where === "halted task").map(({ example }) => actionOf(example));
    const keeping = COMMANDS.filter(({ also }) => also?.includes("--keep") === true).map(({ verb, example }) =>
      actionOf(example.replace(verb, `${verb} --keep`)),
    );
    // A pushed fix is the same verb without a payload, a review again is a retry; an interface change has verbs of its
    // own (requirements.md#interface-change-flow).
    const others = ["PROVIDE_PUSHED_FIX", "REVIEW_AGAIN", "APPROVE_INTERFACE_CHANGE", "REJECT_INTERFACE_CHANGE"];
    expect(new Set([...actions, ...keeping, ...others])).toEqual(
      new Set(HumanResolution.options.map(({ shape }) => shape.action.value)),
    );
  });

  it.each(COMMANDS.map((row) => [row.verb, row] as const))("%s has a usage and an example of its own", (verb, row) => {
    expect(row.usage.startsWith(`/factory ${verb}`)).toBe(true);
    expect(row.example.startsWith(`/factory ${verb}`)).toBe(true);
    expect(row.who).toBe("write");
    for (const sentence of [row.summary, row.effect]) expect(sentence).toMatch(/^[A-Z].*[.)]$/);
  });

  it.each(COMMANDS.map((row) => [row.verb, row] as const))("%s accepts its own example", (verb, row) => {
    const command = onlyCommand(row.example);
    expect(command.verb).toBe(verb);
  });

  it.each(COMMANDS.map((row) => [row.verb, row] as const))(
    "%s reads on below its line exactly when it asks for reasons",
    (_, row) => {
      const hasWords = ["<rationale>", "<reason", ": words>"].some((words) => row.usage.includes(words));
      expect(row.reach).toBe(hasWords || row.usage.includes("<feedback>") ? "comment" : "line");
    },
  );
});

/** The resolution that a comment asks for, held against the schema of resolutions. */
function actionOf(comment: string): string {
  const Decision = z.union([
    z.looseObject({ resolution: HumanResolution }),
    z.looseObject({ fix: z.looseObject({ resolution: HumanResolution }) }).transform(({ fix }) => fix),
  ]);
  return Decision.parse(onlyCommand(comment)).resolution.action;
}
