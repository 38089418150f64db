import { describe, expect, it } from "vitest";
import { parseTaskFile } from "../../../../src/features/tasks/task-file/parse-task-file.js";
import { renderTaskFile } from "../../../../src/features/tasks/task-file/render-task-file.js";
import { taskFile } from "../../../support/task-file.js";

const amended = taskFile({
  amendments: [
    { amended_at: "2026-01-31T12:00:00Z", rationale: "Too strict.", original_acceptance_criteria: ["returns 1"] },
  ],
});

const problemsOf = (text: string) => {
  const outcome = parseTaskFile(text);
  if (outcome.ok) throw new Error("was read");
  expect(outcome.refusal.code).toBe("task-file-broken");
  return outcome.refusal.details?.problems;
};

/** The template with one piece of text replaced, as a person's edit would. */
const edited = (from: string, to: string, file = taskFile()) => {
  const text = renderTaskFile(file);
  if (!text.includes(from)) throw new Error(`${from} is not in the file`);
  return text.replace(from, to);
};

describe("a task file that a person broke", () => {
  it.each([
    ["the title", "# Task: Sign in", "# Sign in", 1, "name", 'expected "# Task: "'],
    ["the task id", "## Task ID: T", "## Id: T", 2, "task_id", 'expected "## Task ID: "'],
    ["the line after it", "-001\n\n## Con", "-001\ntext\n## Con", 3, "task_id", "expected a blank line"],
    ["a bullet", "- **Epic:**", "* **Epic:**", 6, "pillar, epic, story", 'expected an item that starts with "- "'],
    ["a label", "**Epic:**", "**Epics:**", 6, "epic", 'expected "- **Epic:** " here'],
    ["the dash", "Auth — Knowing", "Auth - Knowing", 6, "epic", '" — " between them'],
    [
      "an entry of the context",
      "- **Story:** Login — A user signs in.\n",
      "",
      4,
      "story",
      'the entry "- **Story:** " is missing',
    ],
    ["a number", "2. Create", "3. Create", 14, "subtasks", 'expected an item that starts with "2. "'],
    ["the first number", "1. Check", "Check", 13, "subtasks", 'expected an item that starts with "1. "'],
    ["the indentation of a list", "- rejects", " - rejects", 18, "acceptance_criteria", "expected an item"],
    [
      "a dimension",
      "- **Modes:** async, because it reads the database\n",
      "",
      20,
      "modes",
      'the entry "- **Modes:** " is missing',
    ],
    [
      "the contract by an entry too many",
      "the database\n",
      "the database\n- **Notes:** x\n",
      26,
      "contract",
      "has no place",
    ],
    ["the introduction", "References to", "See", 28, "dependency_contracts", 'expected the line "References'],
    ["the word none", "- none\n", "", 28, "dependency_contracts", 'expected "- none" or a module'],
    ["a dependency", "- none", "- MM-0001@1.0.0", 29, "dependency_contracts", 'expected "- ", a module such as'],
    [
      "the end of a section",
      "- 429 after five attempts\n",
      "- 429 after five attempts",
      33,
      "error_cases",
      'a blank line must end "## Error Cases"',
    ],
    [
      "the blank line between sections",
      "session.\n\n",
      "session.\n",
      10,
      "description",
      'a blank line must end "## Description"',
    ],
  ])("in %s is refused with line and field", (_, from, to, line, field, message) => {
    expect(problemsOf(edited(from, to))).toContainEqual({ line, field, message: expect.stringContaining(message) });
  });

  it.each([
    ["its instant", "### 2026", "2026", 36, "amendments", 'expected "### "'],
    ["its rationale", "**Rationale:**", "**Reason:**", 37, "rationale", "expected"],
    ["an original", "**Original criterion:**", "**Was:**", 38, "original_acceptance_criteria", "expected"],
    [
      "all its originals",
      "- **Original criterion:** returns 1\n",
      "",
      36,
      "original_acceptance_criteria",
      "is missing",
    ],
  ])("in the history, in %s, is refused", (_, from, to, line, field, message) => {
    expect(problemsOf(edited(from, to, amended))).toEqual([{ line, field, message: expect.stringContaining(message) }]);
  });

  it.each([
    [
      "an instant",
      edited("### 2026-01-31T12:00:00Z", "### yesterday", amended),
      35,
      "amendments",
      "must be an ISO 8601 instant",
    ],
    ["a name", edited("# Task: Sign in", "# Task: "), 1, "name", "name is empty"],
    ["an id", edited("-login-001", "-login-1"), 2, "task_id", "must look like T-core-auth-login-001"],
    ["a description", edited("Checks a password and opens a session.", " "), 9, "description", "description is empty"],
    ["a dimension", edited("async, because it reads the database", "TBD"), 20, "contract", "contract.modes contains"],
    ["a module", edited("- none", "- MM-1: x"), 27, "dependency_contracts", "module_ref must look like"],
    ["a context", edited("Core — What", " — What"), 4, "pillar", "pillar.name is empty"],
    [
      "all subtasks",
      edited("1. Check the password\n2. Create the session row\n", ""),
      12,
      "subtasks",
      "needs at least one entry",
    ],
  ])("so that %s says nothing is refused with the section's line", (_, text, line, field, message) => {
    const problems = problemsOf(text);
    expect(problems).toEqual([{ line, field, message: expect.stringContaining(message) }]);
  });

  it("names the task when a field says nothing", () => {
    const outcome = parseTaskFile(edited("Checks a password and opens a session.", " "));
    expect(!outcome.ok && outcome.refusal.message).toBe(
      'line 9 (description): T-core-auth-login-001 ("Sign in"): description is empty.',
    );
  });

  it.each([
    ["## Subtasks\n1. Check the password\n2. Create the session row\n\n", "Subtasks", "subtasks", 12],
    [
      "\n## Error Cases\n- 401 when the password is wrong\n- 429 after five attempts\n",
      "Error Cases",
      "error_cases",
      30,
    ],
  ])("by deleting a section is refused where it should have been", (section, heading, field, line) => {
    expect(problemsOf(edited(section, ""))).toEqual([
      { line, field, message: `the section "## ${heading}" is missing.` },
    ]);
  });

  it("by text before the first section is refused, not overread", () => {
    expect(problemsOf(edited("## Context", "A note.\n\n## Context"))).toEqual([
      { line: 4, message: 'expected the first section, "## Context", on this line.' },
    ]);
  });

  it.each([
    ["adding one", "## Description", "## Notes\nx\n\n## Description", 9, '"## Notes" is no section of a task file.'],
    ["repeating one", "## Subtasks", "## Description\nx\n\n## Subtasks", 12, '"## Description" is there twice.'],
  ])("by %s is refused", (_, from, to, line, message) => {
    expect(problemsOf(edited(from, to))).toContainEqual({ line, message });
  });

  it("by swapping two is refused", () => {
    const text = edited("## Description", "## X")
      .replace("## Error Cases", "## Description")
      .replace("## X", "## Error Cases");
    expect(problemsOf(text)).toContainEqual({
      line: 9,
      message: '"## Error Cases" stands where "## Description" belongs.',
    });
  });

  it("by Windows line ends is refused once", () => {
    const text = renderTaskFile(taskFile()).replaceAll("\n", "\r\n");
    expect(problemsOf(text)).toEqual([
      { line: 1, message: "ends in a carriage return; save the file with LF line ends." },
    ]);
  });

  it.each([
    ["in a text", "## Subtasks", "<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> theirs\n\n## Subtasks", 12],
    ["in a list", "2. Create", "<<<<<<< HEAD\n2. Create\n=======\n2. Make\n>>>>>>> theirs\n3. Create", 14],
  ])("by leaving a merge conflict %s is refused, where it begins", (_, from, to, line) => {
    expect(problemsOf(edited(from, to))).toEqual([
      { line, message: "a merge conflict was left here; choose one side." },
    ]);
  });

  it("says in its own words what a conflict looks like, and is read back unchanged", () => {
    const file = taskFile({
      description: "Git writes:\n<<<<<<< HEAD\n\\<<<<<<< HEAD\n=======\n  <<<<<<< x\n>>>>>>> theirs",
    });
    expect(parseTaskFile(renderTaskFile(file))).toEqual({ ok: true, value: file });
  });

  it("in several places is told all, in the order of lines", () => {
    const text = edited("## Subtasks\n1. Check the password\n2. Create the session row\n\n", "")
      .replace("- none", "* none")
      .replace("# Task: Sign in", "Sign in");
    expect(problemsOf(text)).toMatchObject([{ line: 1 }, { line: 12 }, { line: 25 }]);
  });

  it.each(["", "\n", "hello"])("down to %j is refused, too", (text) => {
    const outcome = parseTaskFile(text);
    expect(!outcome.ok && outcome.refusal.message).toContain('the section "## Context" is missing.');
  });
});
