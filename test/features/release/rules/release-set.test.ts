import { describe, expect, it } from "vitest";
import {
  checkReleaseTrigger,
  fullReleaseSet,
  partialReleaseSet,
} from "../../../../src/features/release/rules/release-set.js";
import { TaskStatus } from "../../../../src/features/tasks/board/project-state.js";
import { STATUS_WORDS } from "../../../../src/features/tasks/board/status-words.js";

const tasks = (...statuses: TaskStatus[]) =>
  new Map(
    statuses.map((status, index) => [`T-demo-x-00${index + 1}`, { status, module_refs: [`MM-000${index + 1}@1.0.0`] }]),
  );
const entry = (module_id: string, version: string, status: "SHIPPED" | "DEPRECATED" | "SUPERSEDED" = "SHIPPED") => ({
  module_id,
  version,
  status,
});

describe("the trigger of a full release", () => {
  it.each(TaskStatus.options)("with one shipped task and one %s", (status) => {
    const outcome = checkReleaseTrigger(tasks("SHIPPED", status));
    expect(outcome.ok).toBe(status === "SHIPPED" || status === "ABANDONED");
    if (outcome.ok) return;
    expect(outcome.refusal).toMatchObject({ code: "tasks-not-terminal", details: { open: ["T-demo-x-002"] } });
    expect(outcome.refusal.message).toContain(
      `T-demo-x-002 ${STATUS_WORDS[status]}; each must ship or be abandoned first`,
    );
  });

  it("needs at least one shipped task", () => {
    expect(checkReleaseTrigger(tasks("ABANDONED", "ABANDONED"))).toMatchObject({
      refusal: { code: "nothing-shipped" },
    });
    expect(checkReleaseTrigger(new Map())).toMatchObject({ refusal: { code: "nothing-shipped" } });
  });
});

describe("the full release set", () => {
  it("is the newest active version of each module, by module number", () => {
    const index = [
      entry("MM-0010", "1.0.0"),
      entry("MM-0002", "1.9.0"),
      entry("MM-0002", "1.10.0"),
      entry("MM-0002", "1.2.0"),
      entry("MM-10000", "1.0.0"),
      entry("MM-0003", "2.0.0", "DEPRECATED"),
      entry("MM-0003", "1.0.0", "SUPERSEDED"),
      entry("MM-0004", "2.0.0", "SUPERSEDED"),
      entry("MM-0004", "1.0.0"),
    ];
    expect(fullReleaseSet(index)).toEqual(["MM-0002@1.10.0", "MM-0004@1.0.0", "MM-0010@1.0.0", "MM-10000@1.0.0"]);
  });
});

describe("a partial release", () => {
  const project = tasks("SHIPPED", "SHIPPED", "HALTED", "IN_PROGRESS");

  it("has what was asked for, in order", () => {
    expect(partialReleaseSet(["MM-0002@1.0.0", "MM-0001@1.0.0"], project)).toEqual({
      ok: true,
      value: ["MM-0001@1.0.0", "MM-0002@1.0.0"],
    });
  });

  it("is refused with every module that has not shipped", () => {
    const asked = ["MM-0001@1.0.0", "MM-0003@1.0.0", "MM-0004@1.0.0", "MM-0002@2.0.0"];
    expect(partialReleaseSet(asked, project)).toEqual({
      ok: false,
      refusal: {
        code: "module-not-shipped",
        message:
          "Only shipped modules can be released; not shipped: MM-0003@1.0.0 (its task waits for a decision), MM-0004@1.0.0 (its task is in work), MM-0002@2.0.0 (of no task).",
        details: { missing: ["MM-0003@1.0.0", "MM-0004@1.0.0", "MM-0002@2.0.0"] },
      },
    });
  });

  it("has what an earlier product shipped, and not what a task here is still about", () => {
    const earlier = new Set(["MM-0009@1.0.0", "MM-0003@1.0.0"]);
    expect(partialReleaseSet(["MM-0001@1.0.0", "MM-0009@1.0.0"], project, earlier)).toMatchObject({ ok: true });
    expect(partialReleaseSet(["MM-0003@1.0.0"], project, earlier)).toMatchObject({
      refusal: { code: "module-not-shipped" },
    });
  });

  it("is not empty, and has one version of each module", () => {
    expect(partialReleaseSet([], project)).toMatchObject({ refusal: { code: "empty-release" } });
    expect(partialReleaseSet(["MM-0001@1.0.0", "MM-0001@1.0.0"], project)).toMatchObject({
      refusal: { code: "module-named-twice", details: { repeated: ["MM-0001"] } },
    });
    expect(partialReleaseSet(["MM-0001@1.0.0", "MM-0001@2.0.0"], project)).toMatchObject({
      refusal: { code: "module-named-twice" },
    });
  });
});
