import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allCommands } from "../../src/commands/all-commands.js";
import { commandsIn, onlyCommand, onlyRefusal } from "../support/commands.js";

const COMMANDS = allCommands();

const TASK = "T-core-auth-login-001";
const yaml = (text: string) => `\n\`\`\`yaml\n${text}\n\`\`\`\n`;
const NEEDS_A_PAYLOAD = ["amend-spec", "split", "revise-plan", "adjust", "deprecate MM-0001@1.0.0"];

/** The comment a refusal offers, as it stands in the answer: inside a fence of its own. */
function offered(message: string): string {
  const [, , comment = ""] = /(`{4,})markdown\n([\s\S]*)\n\1$/.exec(message) ?? [];
  return comment;
}

describe("a command that needs a payload", () => {
  it.each(NEEDS_A_PAYLOAD)("%s shows the exact comment to send, and that comment works", (command) => {
    const refusal = onlyRefusal(`/factory ${command}`);
    expect(refusal.code).toBe("payload-needed");
    const comment = offered(refusal.message);
    expect(comment).toBe(refusal.details?.comment);
    expect(comment.startsWith(`/factory ${command}\n\n\`\`\`yaml\n`)).toBe(true);
    expect(command.startsWith(onlyCommand(comment).verb)).toBe(true);
  });

  it.each(NEEDS_A_PAYLOAD)("%s puts a person's free text where it belongs, whatever it is", (command) => {
    expect(offered(onlyRefusal(`/factory ${command} the vendor dropped it`).message)).toContain(
      ": the vendor dropped it\n",
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const words = text.replace(/[\r\n]/g, "");
        const comment = offered(onlyRefusal(`/factory ${command} about ${words}`).message);
        expect(commandsIn(comment)).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  it.each(["amend-spec", "split", "revise-plan"])("%s keeps the task in the comment it offers", (command) => {
    const refusal = onlyRefusal(`/factory ${command} ${TASK} please`);
    expect(onlyCommand(offered(refusal.message))).toMatchObject({ task_id: TASK });
    expect(offered(refusal.message)).toContain(": please\n");
  });

  it.each(["TBD", "todo", "a".repeat(1_001)])("does not build its example on %s", (words) => {
    const refusal = onlyRefusal(`/factory split ${words}`);
    expect(refusal.message).not.toContain(words);
    expect(onlyCommand(offered(refusal.message)).verb).toBe("split");
  });

  it("builds its example on words of up to 1000 characters", () => {
    expect(offered(onlyRefusal(`/factory split ${"a".repeat(1_000)}`).message)).toContain("a".repeat(1_000));
  });

  it("closes no fence early, however many backticks a person writes", () => {
    const refusal = onlyRefusal("/factory split a ``````` b");
    expect(onlyCommand(offered(refusal.message))).toMatchObject({
      resolution: { new_tasks: [{ description: "a ``````` b" }, {}] },
    });
  });

  it.each([
    ["malformed YAML", "new_tasks: [", "yaml block:1"],
    ["an unknown field", "new_tasks: []\nfoo: 1", "yaml block:2: foo"],
    ["an empty list", "new_tasks: []", "needs at least 1 new task"],
    ["an empty block", "", "yaml block:1"],
    ["a placeholder", "new_tasks:\n  - name: TBD\n", "new_tasks[0].name: must say something"],
    ["an action of its own", "action: ABANDON_TASK\nrationale: x", "yaml block:1: action"],
    ["an alias", "new_tasks: &a [*a]", "yaml block:1"],
    ["two documents", "new_tasks: []\n---\nnew_tasks: []", "expected one document"],
  ])("refuses %s by line and shows one that works", (_, text, words) => {
    const refusal = onlyRefusal(`/factory split ${TASK}${yaml(text)}`);
    expect(refusal.code).toBe("payload-invalid");
    expect(refusal.message).toContain(words);
    expect(onlyCommand(offered(refusal.message))).toMatchObject({ verb: "split", task_id: TASK });
  });

  it("lists 20 problems and counts the rest", () => {
    const entries = (count: number) => yaml(Array.from({ length: count }, () => "- drop: x").join("\n"));
    expect(onlyRefusal(`/factory adjust${entries(20)}`).message).not.toContain("more\n");
    const refusal = onlyRefusal(`/factory adjust${entries(25)}`);
    expect(refusal.message).toContain("yaml block:20:");
    expect(refusal.message).not.toContain("yaml block:21:");
    expect(refusal.message).toContain("\nand 5 more\n");
    expect(refusal.details?.problems).toHaveLength(25);
  });
});

describe("what a payload says is what is done", () => {
  it("amend-spec", () => {
    expect(
      onlyCommand(
        `/factory amend-spec${yaml("amended_acceptance_criteria:\n  - Prints a.\n  - Returns 1.\namendment_rationale: It was open.")}`,
      ),
    ).toEqual({
      verb: "amend-spec",
      task_id: null,
      resolution: {
        action: "AMEND_SPEC",
        amended_acceptance_criteria: ["Prints a.", "Returns 1."],
        amendment_rationale: "It was open.",
      },
    });
  });

  it("revise-plan", () => {
    const text = "revised_micro_plan:\n  - module_id: MM-0001\n    description: Parses.\n    depends_on: []";
    expect(onlyCommand(`/factory revise-plan ${TASK}${yaml(text)}`)).toEqual({
      verb: "revise-plan",
      task_id: TASK,
      resolution: {
        action: "REVISE_PLAN",
        revised_micro_plan: [{ module_id: "MM-0001", description: "Parses.", depends_on: [] }],
      },
    });
  });

  it.each([
    ["MM-0007@2.0.0", "MM-0007@2.0.0"],
    ["null", null],
  ])("deprecate, with the replacement %s", (written, replacement) => {
    const text = `reason: Too slow.\nmigration_note: Use a stream.\nreplacement: ${written}`;
    expect(onlyCommand(`/factory deprecate MM-0001@1.0.0${yaml(text)}`)).toEqual({
      verb: "deprecate",
      module_ref: "MM-0001@1.0.0",
      payload: { reason: "Too slow.", migration_note: "Use a stream.", replacement },
    });
  });

  it("deprecate always needs a migration note", () => {
    const text = "reason: Too slow.\nreplacement: null";
    expect(onlyRefusal(`/factory deprecate MM-0001@1.0.0${yaml(text)}`).message).toContain("migration_note");
  });

  it.each(["", "MM-0001", "1.0.0", "the parser"])("deprecate needs a module version, not %j", (written) => {
    expect(onlyRefusal(`/factory deprecate ${written}${yaml("reason: x")}`).code).toBe("module-needed");
  });

  it("adjust refuses new tasks and edited descriptions by line", () => {
    const text = `- skip: ${TASK}\n  reason: Not now.\n- add: Another task\n- drop: ${TASK}\n  reason: Not now.\n  description: x`;
    const { message } = onlyRefusal(`/factory adjust${yaml(text)}`);
    expect(message).toContain("yaml block:3:");
    expect(message).toContain("adds no tasks");
    expect(message).toContain("yaml block:6:");
    expect(message).toContain("edits none");
  });
});

describe("fix", () => {
  it.each([
    ["/factory fix", null, null],
    [`/factory fix ${TASK}`, TASK, null],
    ["/factory fix Counts empty files.", null, "Counts empty files."],
    [`/factory fix ${TASK} Counts empty files.`, TASK, "Counts empty files."],
  ])("%s stands for the commits that were pushed", (body, task_id, fix_description) => {
    expect(onlyCommand(body)).toEqual({ verb: "fix", task_id, fix: { from: "branch", fix_description } });
  });

  it("takes files from the block", () => {
    const text = "fix_description: Counts empty files.\nfix_artifacts:\n  src/a.ts: |\n    export const a = 1;";
    expect(onlyCommand(`/factory fix ${TASK} as discussed${yaml(text)}`)).toEqual({
      verb: "fix",
      task_id: TASK,
      fix: {
        from: "comment",
        resolution: {
          action: "PROVIDE_FIX",
          fix_description: "Counts empty files.",
          fix_artifacts: { "src/a.ts": "export const a = 1;\n" },
        },
      },
    });
  });

  it("never falls back to the branch when its block is wrong", () => {
    expect(onlyRefusal(`/factory fix${yaml("fix_description: x")}`).code).toBe("payload-invalid");
    expect(onlyRefusal(`/factory fix${yaml("fix_description: Counts.\nfix_artifacts: {}")}`).message).toContain(
      "needs at least 1 file",
    );
  });

  it("refuses a description that says nothing, and a wrong id", () => {
    expect(onlyRefusal("/factory fix TBD").code).toBe("words-needed");
    expect(onlyRefusal("/factory fix T-1").code).toBe("bad-task-id");
  });
});

describe("every example with a payload", () => {
  it.each(COMMANDS.filter(({ example }) => example.includes("```yaml")).map((row) => [row.verb, row.example]))(
    "of %s survives CRLF",
    (verb, example) => {
      expect(onlyCommand(example.replaceAll("\n", "\r\n"))).toEqual(onlyCommand(example));
      expect(onlyCommand(example).verb).toBe(verb);
    },
  );
});
