import { describe, expect, it } from "vitest";
import {
  acceptanceCriteriaAreTestable,
  descriptionsAreNoStubs,
  subtasksAreDistinct,
} from "../../../../src/features/spec/criteria/wording-criteria.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import { changed, FIRST_TASK, validSpec } from "../../../support/product-spec.js";

const TASK = "pillars[0].epics[0].stories[0].tasks[0]";

describe("criterion 11: descriptions", () => {
  const findings = (path: readonly (string | number)[], text: unknown) =>
    descriptionsAreNoStubs(readDraft(changed(validSpec(), [...path, "description"], text)));

  it.each([[[]], [["pillars", 0]], [["pillars", 0, "epics", 0]], [FIRST_TASK.slice(0, 6)], [FIRST_TASK]])(
    "have 20 characters at every level (%j)",
    (path) => {
      expect(findings(path, "x".repeat(20))).toEqual([]);
      expect(findings(path, "x".repeat(19))).toMatchObject([
        { field: "description", message: expect.stringContaining("has 19 characters, expected at least 20") },
      ]);
    },
  );

  it("are counted in characters that can be seen", () => {
    expect(findings(FIRST_TASK, `${"x".repeat(19)}\u200b\u200b  `)).toHaveLength(1);
    expect(findings(FIRST_TASK, "😀".repeat(19))).toHaveLength(1);
    expect(findings(FIRST_TASK, "😀".repeat(20))).toHaveLength(0);
  });

  it.each(["", " ", undefined, 7])("that are %j are left to required fields", (text) => {
    expect(findings(FIRST_TASK, text)).toEqual([]);
  });
});

describe("criterion 12: acceptance criteria", () => {
  const findings = (text: unknown) =>
    acceptanceCriteriaAreTestable(readDraft(changed(validSpec(), [...FIRST_TASK, "acceptance_criteria", 1], text)));

  it("state observable behaviour", () => {
    expect(findings("returns 404 for an unknown id")).toEqual([]);
    expect(findings("the code is good")).toEqual([
      {
        path: `${TASK}.acceptance_criteria[1]`,
        field: "acceptance_criteria",
        message:
          'TSK-001 ("Sign in"): "the code is good" states no observable behaviour; say what it returns, displays, ' +
          'writes or rejects, as in "returns 404 for an unknown id".',
      },
    ]);
  });

  it.each(["", 7])("that are %j are left to required fields", (text) => {
    expect(findings(text)).toEqual([]);
  });
});

describe("criterion 13: subtasks", () => {
  const findings = (subtasks: unknown) =>
    subtasksAreDistinct(readDraft(changed(validSpec(), [...FIRST_TASK, "subtasks"], subtasks)));

  it("differ from each other", () => {
    expect(findings(["Create the login form", "Check the password"])).toEqual([]);
    expect(findings(["Create the login form", "Check the password", "create a login form."])).toEqual([
      {
        path: `${TASK}.subtasks[2]`,
        field: "subtasks",
        message:
          'TSK-001 ("Sign in"): "Create the login form" and "create a login form." say nearly the same; ' +
          "merge them or tell them apart.",
      },
    ]);
  });

  it("may repeat those of another task", () => {
    expect(subtasksAreDistinct(readDraft(validSpec()))).toEqual([]);
  });

  it("that are empty are left to required fields", () => {
    expect(findings(["", " ", "\u200b"])).toEqual([]);
  });
});
