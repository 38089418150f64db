import { describe, expect, it } from "vitest";
import { taskIdsCanBeMade } from "../../../../src/features/spec/criteria/task-id-rule.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import {
  changed,
  epic,
  pillar,
  productSpec,
  specOfTasks,
  specTask,
  story,
  validSpec,
} from "../../../support/product-spec.js";

const findings = (spec: unknown) => taskIdsCanBeMade(readDraft(spec));
const oneTask = (numbers: number, names: [string, string, string]) =>
  pillar(numbers, {
    name: names[0],
    epics: [
      epic(numbers, { name: names[1], stories: [story(numbers, { name: names[2], tasks: [specTask(numbers)] })] }),
    ],
  });

describe("task ids are judged before approval", () => {
  it("is content with a sound spec", () => {
    expect(findings(validSpec())).toEqual([]);
  });

  it("names a task whose id would have more than 128 characters", () => {
    const fits = ["p".repeat(60), "e".repeat(50), "s".repeat(10)] as [string, string, string]; // 2 + 60 + 50 + 10 + 2 + 4 = 128
    expect(findings(productSpec([oneTask(1, fits)]))).toEqual([]);
    const found = findings(productSpec([oneTask(1, [fits[0], fits[1], `${fits[2]}s`])]));
    expect(found).toMatchObject([{ path: "pillars[0].epics[0].stories[0].tasks[0].name", field: "name" }]);
    expect(found[0]?.message).toContain('TSK-001 ("Task 1") would get the task id T-');
    expect(found[0]?.message).toContain("of 129 characters, at most 128 are allowed");
  });

  it("names a story of more than 999 tasks once", () => {
    const tasks = (count: number) => specOfTasks(Array.from({ length: count }, (_, index) => specTask(index + 1)));
    expect(findings(tasks(999))).toEqual([]);
    expect(findings(tasks(1001))).toEqual([
      {
        path: "pillars[0].epics[0].stories[0].tasks",
        field: "tasks",
        message: 'story "Story 1" has 1001 tasks, at most 999 are allowed; split the story.',
      },
    ]);
  });

  it("names both tasks of two hierarchies that spell one id", () => {
    const spec = productSpec([oneTask(1, ["a b", "c", "d"]), oneTask(2, ["a", "b c", "d"])]);
    expect(findings(spec)).toEqual([
      {
        path: "pillars[1].epics[0].stories[0].tasks[0].name",
        field: "name",
        message:
          'TSK-001 ("Task 1") at pillars[0].epics[0].stories[0].tasks[0] and TSK-002 ("Task 2") at ' +
          "pillars[1].epics[0].stories[0].tasks[0] would both get the task id T-a-b-c-d-001; " +
          "rename a pillar, an epic or a story above one of them.",
      },
    ]);
  });

  it("copes with missing names and ids", () => {
    const nameless = changed(changed(validSpec(), ["pillars", 0, "name"], undefined), ["pillars", 1, "name"], 7);
    expect(findings(nameless)).toEqual([]);
    expect(findings(null)).toEqual([]);
  });
});
