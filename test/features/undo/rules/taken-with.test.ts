import { describe, expect, it } from "vitest";
import { indexEntryOf } from "../../../../src/domain/index-entries/code-index-entry.js";
import { shippedTasks, takenWith } from "../../../../src/features/undo/rules/taken-with.js";
import { aProject, type TaskSketch, t } from "../../../support/project-state.js";
import { aShippedContract } from "../../../support/shipped-files.js";

const tag = indexEntryOf(aShippedContract());
const line = indexEntryOf(
  aShippedContract({ module_id: "MM-0002", dependencies: [{ ref: "MM-0001@^1.0.0", why: "tags" }] }),
);
const at = (minute: number) => ({ is: "SHIPPED", shipped_at: `2026-03-01T12:0${minute}:00Z` }) as const;

const takenFrom = (sketches: Record<string, TaskSketch>, task: string, built: Record<string, string[]> = {}) =>
  takenWith(
    shippedTasks(aProject(sketches).tasks, (id) => built[id]),
    t(task),
    [tag, line],
  ).map(({ task_id }) => task_id);

describe("what has to go with a task that is taken back", () => {
  it("is what depends on it, however far behind, newest first; who is beside it stays", () => {
    const sketches = {
      a: at(0),
      b: { ...at(1), after: ["a"] },
      c: { ...at(2), after: ["b"] },
      beside: at(3),
      open: { after: ["a"] },
    };
    expect(takenFrom(sketches, "a")).toEqual([t("c"), t("b"), t("a")]);
    expect(takenFrom(sketches, "b")).toEqual([t("c"), t("b")]);
  });

  it("is what was built on its modules without depending on the task", () => {
    const sketches = {
      a: { ...at(0), module_refs: ["MM-0001@1.0.0"] },
      user: { ...at(1), module_refs: ["MM-0002@1.0.0"] },
    };
    expect(takenFrom(sketches, "a")).toEqual([t("user"), t("a")]);
    expect(takenFrom(sketches, "user")).toEqual([t("user")]);
  });

  it("is what reuses its modules, and not who built what it reuses itself", () => {
    const sketches = {
      a: { ...at(0), module_refs: ["MM-0001@1.0.0"] },
      reuser: { ...at(1), module_refs: ["MM-0001@1.0.0"] },
    };
    const built = { [t("a")]: ["MM-0001@1.0.0"], [t("reuser")]: [] };
    expect(takenFrom(sketches, "a", built)).toEqual([t("reuser"), t("a")]);
    expect(takenFrom(sketches, "reuser", built)).toEqual([t("reuser")]);
  });

  it("is, of two merged at one instant, the one declared later first", () => {
    expect(takenFrom({ a: at(0), b: { ...at(0), after: ["a"] } }, "a")).toEqual([t("b"), t("a")]);
  });
});
