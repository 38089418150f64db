import { describe, expect, it } from "vitest";
import {
  epicsHaveStoriesAndSuccessCriteria,
  pillarsHaveEpics,
  storiesHaveTasks,
  tasksHaveAcceptanceCriteria,
  tasksHaveSubtasks,
} from "../../../../src/features/spec/criteria/structure-criteria.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import { changed, FIRST_TASK, validSpec } from "../../../support/product-spec.js";

const CASES = [
  {
    criterion: 1,
    find: pillarsHaveEpics,
    path: FIRST_TASK.slice(0, 3),
    minimum: 1,
    who: 'PIL-001 ("Core")',
    one: "an epic",
  },
  {
    criterion: 2,
    find: epicsHaveStoriesAndSuccessCriteria,
    path: FIRST_TASK.slice(0, 5),
    minimum: 1,
    who: 'EPC-001 ("Auth")',
    one: "a story",
  },
  {
    criterion: 2,
    find: epicsHaveStoriesAndSuccessCriteria,
    path: [...FIRST_TASK.slice(0, 4), "success_criteria"],
    minimum: 1,
    who: 'EPC-001 ("Auth")',
    one: "a success criterion",
  },
  {
    criterion: 3,
    find: storiesHaveTasks,
    path: FIRST_TASK.slice(0, 7),
    minimum: 1,
    who: 'STR-001 ("Login")',
    one: "a task",
  },
  {
    criterion: 4,
    find: tasksHaveSubtasks,
    path: [...FIRST_TASK, "subtasks"],
    minimum: 2,
    who: 'TSK-001 ("Sign in")',
    one: "a subtask",
  },
  {
    criterion: 5,
    find: tasksHaveAcceptanceCriteria,
    path: [...FIRST_TASK, "acceptance_criteria"],
    minimum: 2,
    who: 'TSK-001 ("Sign in")',
    one: "an acceptance criterion",
  },
];

describe.each(CASES)("criterion $criterion: $one", ({ find, path, minimum, who, one }) => {
  const withLength = (length: number) =>
    find(
      readDraft(
        changed(
          validSpec(),
          path,
          Array.from({ length }, (_, index) => `entry ${index}`),
        ),
      ),
    );

  it("is content with enough", () => {
    expect(withLength(minimum)).toEqual([]);
    expect(withLength(minimum + 1)).toEqual([]);
  });

  it("names what has too few", () => {
    const field = String(path.at(-1));
    expect(withLength(minimum - 1)).toEqual([
      {
        path: expect.stringMatching(new RegExp(`${field}$`)),
        field,
        message: `${who}: ${field} has ${minimum - 1}, at least ${minimum} needed; add ${one}.`,
      },
    ]);
  });

  it.each([undefined, "text", null])("leaves a list that is %j to the criterion on required fields", (value) => {
    expect(find(readDraft(changed(validSpec(), path, value)))).toEqual([]);
  });
});
