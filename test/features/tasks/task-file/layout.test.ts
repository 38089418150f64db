import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutTasks } from "../../../../src/features/tasks/task-file/layout.js";
import { useNumbers } from "../../../../src/features/tasks/task-file/task-id.js";
import { arbitrarySpec, epic, pillar, productSpec, specTask, story, validSpec } from "../../../support/product-spec.js";

describe("the layout of a project", () => {
  it("gives every task its id and folder, in declaration order", () => {
    expect(layOutTasks(validSpec()).map(({ specTaskId, taskId, path }) => [specTaskId, taskId, path])).toEqual([
      ["TSK-001", "T-core-auth-login-001", ".factory/project/core/auth/login/sign-in/T-core-auth-login-001.md"],
      ["TSK-002", "T-core-auth-login-002", ".factory/project/core/auth/login/sign-out/T-core-auth-login-002.md"],
      [
        "TSK-003",
        "T-platform-deploy-ci-pipeline-001",
        ".factory/project/platform/deploy/ci-pipeline/build-on-push/T-platform-deploy-ci-pipeline-001.md",
      ],
    ]);
  });

  it("goes on behind the numbers that earlier products have used, story by story", () => {
    const used = useNumbers({ "T-core-auth-login": 1 }, ["T-core-auth-login-004", "T-core-auth-login-002"]);
    expect(layOutTasks(validSpec(), used).map(({ taskId }) => taskId)).toEqual([
      "T-core-auth-login-005",
      "T-core-auth-login-006",
      "T-platform-deploy-ci-pipeline-001",
    ]);
  });

  it("shows a task's place in the spec", () => {
    expect(
      layOutTasks(validSpec()).map(({ specPath, storyPath, sequence }) => [specPath, storyPath, sequence]),
    ).toEqual([
      ["pillars[0].epics[0].stories[0].tasks[0]", "pillars[0].epics[0].stories[0]", 1],
      ["pillars[0].epics[0].stories[0].tasks[1]", "pillars[0].epics[0].stories[0]", 2],
      ["pillars[1].epics[0].stories[0].tasks[0]", "pillars[1].epics[0].stories[0]", 1],
    ]);
  });

  it("distinguishes siblings of one name at every level, and cousins by their parents", () => {
    const tasks = (first: number) => [specTask(first, { name: "Same" }), specTask(first + 1, { name: "Same" })];
    const stories = (first: number) => [
      story(first, { name: "Same", tasks: tasks(2 * first) }),
      story(first + 1, { name: "Same", tasks: tasks(2 * first + 2) }),
    ];
    const epics = (first: number) => [
      epic(first, { name: "Same", stories: stories(2 * first) }),
      epic(first + 1, { name: "Same", stories: stories(2 * first + 2) }),
    ];
    const spec = productSpec([
      pillar(1, { name: "Same", epics: epics(2) }),
      pillar(2, { name: "Same", epics: epics(4) }),
    ]);
    const paths = layOutTasks(spec).map(({ path }) => path.replace(/\/T-.*$/, ""));
    expect(paths).toHaveLength(16);
    expect(paths.slice(0, 5)).toEqual([
      ".factory/project/same/same/same/same",
      ".factory/project/same/same/same/same-2",
      ".factory/project/same/same/same-2/same",
      ".factory/project/same/same/same-2/same-2",
      ".factory/project/same/same-2/same/same",
    ]);
    expect(paths.at(-1)).toBe(".factory/project/same-2/same-2/same-2/same-2");
  });

  it("never gives two tasks one file", () => {
    fc.assert(
      fc.property(arbitrarySpec, (spec) => {
        const paths = layOutTasks(spec).map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});
