import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTaskFile } from "../../../../src/features/tasks/task-file/parse-task-file.js";
import { renderTaskFile } from "../../../../src/features/tasks/task-file/render-task-file.js";
import { checkTaskFile, TaskFile } from "../../../../src/features/tasks/task-file/task-file.js";
import { arbitraryTaskFile, taskFile } from "../../../support/task-file.js";

const TEMPLATE = `# Task: Sign in
## Task ID: T-core-auth-login-001

## Context
- **Pillar:** Core — What everything else rests on.
- **Epic:** Auth — Knowing who is there.
- **Story:** Login — A user signs in.

## Description
Checks a password and opens a session.

## Subtasks
1. Check the password
2. Create the session row

## Acceptance Criteria
- returns a token for valid credentials
- rejects a wrong password with 401

## Micro Module Contract
- **Inputs:** email and password, both non-empty text
- **Outputs:** a session token of 32 characters
- **Error surfaces:** 401 when the password is wrong; 429 after five attempts
- **Effects:** writes one row to the sessions table
- **Modes:** async, because it reads the database

## Dependency Contracts
References to upstream modules (CONTRACT_ONLY — no source code):
- none

## Error Cases
- 401 when the password is wrong
- 429 after five attempts
`;

describe("a task file", () => {
  it("follows the template", () => {
    expect(renderTaskFile(taskFile())).toBe(TEMPLATE);
  });

  it("shows dependency contracts and amendments", () => {
    const text = renderTaskFile(
      taskFile({
        dependency_contracts: [{ module_ref: "MM-0001@1.2.0", summary: "hash(text)\nreturns text" }],
        amendments: [
          {
            amended_at: "2026-01-31T12:00:00Z",
            rationale: "Too strict.",
            original_acceptance_criteria: ["returns 1", "a\n\nb"],
          },
        ],
      }),
    );
    expect(text).toContain("no source code):\n- MM-0001@1.2.0: hash(text)\n  returns text\n\n## Error Cases");
    expect(
      text.endsWith(
        "\n\n## Amendment History\n### 2026-01-31T12:00:00Z\n- **Rationale:** Too strict.\n" +
          "- **Original criterion:** returns 1\n- **Original criterion:** a\n\n  b\n",
      ),
    ).toBe(true);
  });

  it("keeps headings in its texts from being sections", () => {
    const text = renderTaskFile(
      taskFile({ description: "# One\n   ## Subtasks\n    # code\n\\# escaped\n#hash", subtasks: ["a\n## Subtasks"] }),
    );
    expect(text).toContain("## Description\n\\# One\n   \\## Subtasks\n    # code\n\\\\# escaped\n\\#hash\n\n");
    expect(text).toContain("1. a\n   ## Subtasks\n");
  });

  it("keeps dashes in names from ending them", () => {
    const text = renderTaskFile(taskFile({ epic: { name: "In — out & &mdash;", description: "a — b" } }));
    expect(text).toContain("- **Epic:** In &mdash; out & &amp;mdash; — a — b\n");
  });

  it("is read back exactly as it was, whatever its texts contain", () => {
    fc.assert(
      fc.property(arbitraryTaskFile, (file) => {
        expect(parseTaskFile(renderTaskFile(file))).toEqual({ ok: true, value: file });
      }),
      { numRuns: 200 },
    );
  });
});

describe("a task file with a field missing", () => {
  it.each(Object.keys(TaskFile.shape))("is refused for %s, with the task's id and name", (field) => {
    const outcome = checkTaskFile({ ...taskFile(), [field]: undefined });
    const id = field === "task_id" ? "a task without id" : "T-core-auth-login-001";
    const name = field === "name" ? "unnamed" : "Sign in";
    expect(outcome).toEqual({
      ok: false,
      refusal: {
        code: "task-file-incomplete",
        message: `${id} ("${name}"): ${field} is missing.`,
        details: { problems: [{ field, message: `${id} ("${name}"): ${field} is missing.` }] },
      },
    });
  });

  it.each([
    ["subtasks", []],
    ["acceptance_criteria", []],
    ["error_cases", []],
  ])("is refused when %s has no entry", (field, value) => {
    const outcome = checkTaskFile({ ...taskFile(), [field]: value });
    expect(!outcome.ok && outcome.refusal.message).toContain(`${field} needs at least one entry.`);
  });

  it("is refused for every such field at once", () => {
    const outcome = checkTaskFile({ ...taskFile(), description: " ", story: undefined, contract: {} });
    expect(!outcome.ok && outcome.refusal.message.split("\n").map((line) => line.replace(/^.*\): /, ""))).toEqual([
      "story is missing.",
      "description is empty.",
      "contract.inputs is missing.",
      "contract.outputs is missing.",
      "contract.error_surfaces is missing.",
      "contract.effects is missing.",
      "contract.modes is missing.",
    ]);
  });

  it.each([
    ["name", "one\ntwo", "name must be one line"],
    ["description", "a\rb", "description has the unprintable character U+000D"],
    ["subtasks", ["a\u0000"], "subtasks[0] has the unprintable character U+0000"],
    [
      "dependency_contracts",
      [{ module_ref: "MM-1", summary: "x" }],
      "dependency_contracts[0].module_ref must look like",
    ],
  ])("is refused when %s cannot be written (%j)", (field, value, complaint) => {
    const outcome = checkTaskFile({ ...taskFile(), [field]: value });
    expect(!outcome.ok && outcome.refusal.message).toContain(complaint);
  });

  it("keeps an amendment's originals", () => {
    const amendment = { amended_at: "2026-01-31T12:00:00Z", rationale: "Because.", original_acceptance_criteria: [] };
    expect(checkTaskFile({ ...taskFile(), amendments: [amendment] })).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining("original_acceptance_criteria needs at least one entry") },
    });
  });
});
