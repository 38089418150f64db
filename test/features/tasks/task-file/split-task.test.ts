import { describe, expect, it } from "vitest";
import { initProject } from "../../../../src/features/tasks/task-file/init-project.js";
import {
  identifySplitParts,
  newTaskIdsForSplit,
  splitTaskFile,
} from "../../../../src/features/tasks/task-file/split-task.js";
import { validSpec } from "../../../support/product-spec.js";
import { taskFile } from "../../../support/task-file.js";

const STORY = "T-core-auth-login";
const SPLITTING = `${STORY}-001`;

describe("ids for the parts of a split task", () => {
  const ids = (existing: string[], count: number) => newTaskIdsForSplit({ existing, splitting: SPLITTING, count });

  it("are the next numbers of the same story", () => {
    expect(ids([SPLITTING, `${STORY}-002`], 2)).toEqual({ ok: true, value: [`${STORY}-003`, `${STORY}-004`] });
  });

  it("never fill a gap, and do not count other stories", () => {
    expect(ids([SPLITTING, `${STORY}-007`, "T-core-auth-login-page-020", "T-core-auth-090"], 1)).toEqual({
      ok: true,
      value: [`${STORY}-008`],
    });
  });

  it("follow the task itself even when nothing else is known", () => {
    expect(ids([], 1)).toEqual({ ok: true, value: [`${STORY}-002`] });
  });

  it("end at 999", () => {
    expect(ids([SPLITTING, `${STORY}-997`], 2)).toEqual({ ok: true, value: [`${STORY}-998`, `${STORY}-999`] });
    expect(ids([SPLITTING, `${STORY}-998`], 2)).toEqual({
      ok: false,
      refusal: {
        code: "too-many-tasks",
        message: `${SPLITTING} cannot be split into 2: its story has used 998 of 999 numbers.`,
        details: { splitting: SPLITTING, used: 998, count: 2 },
      },
    });
  });

  it("need a task id to start from", () => {
    expect(newTaskIdsForSplit({ existing: [], splitting: "TSK-001", count: 1 })).toMatchObject({
      ok: false,
      refusal: { code: "unknown-task" },
    });
  });
});

describe("parts of a split task", () => {
  const project = initProject(validSpec(), {
    projectId: "notes",
    startingSha: "a".repeat(40),
    branch: "main",
    now: "2026-02-01T00:00:00Z",
  });
  const tasks = project.ok ? project.value.state.tasks : {};

  it("get folders of their own in the same story", () => {
    const folder = ".factory/project/core/auth/login";
    expect(identifySplitParts(tasks, SPLITTING, ["Check", "Sign out", "Check"])).toEqual({
      ok: true,
      value: [
        { task_id: `${STORY}-003`, path: `${folder}/check/${STORY}-003.md` },
        { task_id: `${STORY}-004`, path: `${folder}/sign-out-2/${STORY}-004.md` },
        { task_id: `${STORY}-005`, path: `${folder}/check-2/${STORY}-005.md` },
      ],
    });
  });

  it("do not mind folders of other stories", () => {
    expect(identifySplitParts(tasks, SPLITTING, ["Build on push"])).toMatchObject({
      value: [{ path: expect.stringContaining("/build-on-push/") }],
    });
  });

  it("belong to a task that exists", () => {
    expect(identifySplitParts(tasks, "T-no-such-task-001", ["Check"])).toMatchObject({
      ok: false,
      refusal: { code: "unknown-task", message: expect.stringContaining("T-no-such-task-001") },
    });
  });

  it("are refused when the story is full", () => {
    const names = Array.from({ length: 998 }, (_, index) => `Part ${index}`);
    expect(identifySplitParts(tasks, SPLITTING, names)).toMatchObject({ refusal: { code: "too-many-tasks" } });
  });

  it("get complete files: the person's words, and the original's place and contract", () => {
    const original = taskFile({
      dependency_contracts: [{ module_ref: "MM-0001@1.0.0", summary: "hash(text): text" }],
      amendments: [
        { amended_at: "2026-01-31T12:00:00Z", rationale: "Why.", original_acceptance_criteria: ["returns 1"] },
      ],
    });
    const part = {
      name: "Check",
      description: "Compares hashes.",
      acceptance_criteria: ["returns true", "rejects ''"],
    };
    expect(splitTaskFile(original, `${STORY}-003`, part)).toEqual({
      ok: true,
      value: taskFile({
        task_id: `${STORY}-003`,
        name: "Check",
        description: "Compares hashes.",
        subtasks: ["Satisfy: returns true", "Satisfy: rejects ''"],
        acceptance_criteria: ["returns true", "rejects ''"],
      }),
    });
  });

  it("are refused without a description", () => {
    const part = { name: "Check", description: " ", acceptance_criteria: ["returns true"] };
    expect(splitTaskFile(taskFile(), `${STORY}-003`, part)).toMatchObject({
      ok: false,
      refusal: { code: "task-file-incomplete", message: expect.stringContaining('("Check"): description is empty') },
    });
  });
});
