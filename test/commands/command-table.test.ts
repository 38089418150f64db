import { describe, expect, it } from "vitest";
import { Command } from "../../src/commands/command.js";
import { COMMANDS, commandRow } from "../../src/commands/command-table.js";
import { Verb } from "../../src/commands/verb.js";
import { HumanResolution } from "../../src/features/halts/resolution/human-resolution.js";
import { onlyCommand } from "../support/commands.js";

/** Where each verb can be said (decisions.md#the-verbs). */
const DESIGN = {
  "spec pull request": ["approve", "reject", "amend"],
  "halted task": ["override", "amend-spec", "split", "revise-plan", "fix", "abandon", "retry"],
  "interface change": ["ice approve", "ice reject", "ice defer"],
  "contract amendment": ["amendment accept", "amendment reject"],
  checkpoint: ["continue", "adjust", "budget", "abort"],
  anywhere: ["status", "pause", "resume", "undo", "deprecate", "release", "help"],
};

describe("the table of commands", () => {
  it.each(Object.entries(DESIGN))("has the verbs of: %s", (where, verbs) => {
    expect(COMMANDS.filter((row) => row.where === where).map(({ verb }) => verb)).toEqual(verbs);
  });

  it("has one row and one schema for every verb, in the same order", () => {
    expect(COMMANDS.map(({ verb }) => verb)).toEqual(Verb.options);
    expect(Command.options.map(({ shape }) => shape.verb.value)).toEqual(Verb.options);
    for (const verb of Verb.options) expect(commandRow(verb).verb).toBe(verb);
  });

  it("gives every resolution of a halt a verb", () => {
    const actions = COMMANDS.filter(({ where }) => where === "halted task").map(({ example }) => {
      const command = onlyCommand(example);
      if ("resolution" in command) return command.resolution.action;
      return command.verb === "fix" && command.fix.from === "comment" ? command.fix.resolution.action : undefined;
    });
    const keeping = COMMANDS.filter(({ also }) => also?.includes("--keep") === true).map(({ verb, example }) => {
      const command = onlyCommand(example.replace(verb, `${verb} --keep`));
      return "resolution" in command ? command.resolution.action : undefined;
    });
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
    expect(Command.parse(command)).toEqual(command);
  });

  it.each(COMMANDS.map((row) => [row.verb, row] as const))(
    "%s reads on below its line exactly when it asks for reasons",
    (_, row) => {
      const hasWords = row.usage.includes("<rationale>") || row.usage.includes("<reason");
      expect(row.reach).toBe(hasWords || row.usage.includes("<feedback>") ? "comment" : "line");
    },
  );
});
