import { describe, expect, it } from "vitest";
import { comparePatchedSpec } from "../../../src/features/spec/patched-spec.js";
import type { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { changed, FIRST_TASK, specTask, validSpec } from "../../support/product-spec.js";

const before = validSpec();
const compare = (after: unknown, ...mentioned: string[]) =>
  comparePatchedSpec(before, after as ProductSpec, new Set(mentioned));
const SECOND_TASK = [...FIRST_TASK.slice(0, 7), 1];
const SECOND_STORY = ["pillars", 1, "epics", 0, "stories", 0];
const withoutTask = (index: number) =>
  changed(before, FIRST_TASK.slice(0, 7), before.pillars[0]?.epics[0]?.stories[0]?.tasks.toSpliced(index, 1));

describe("a patched spec", () => {
  it("has nothing unasked when it is the same, or only newer", () => {
    expect(compare(before)).toEqual([]);
    const newer = { ...before, spec_version: "1.1.0", updated_at: "2026-02-01T00:00:00Z" };
    expect(compare(newer)).toEqual([]);
  });

  it.each([
    [["title"], "SPEC-001", "title"],
    [["created_at"], "SPEC-001", "created_at"],
    [["pillars", 0, "rationale"], "PIL-001", "rationale"],
    [["pillars", 0, "epics", 0, "name"], "EPC-001", "name"],
    [[...FIRST_TASK.slice(0, 6), "description"], "STR-001", "description"],
    [[...FIRST_TASK, "description"], "TSK-001", "description"],
    [[...FIRST_TASK, "io_contract_sketch", "modes"], "TSK-001", "io_contract_sketch"],
    [[...FIRST_TASK, "subtasks", 1], "TSK-001", "subtasks"],
  ])("tells a change of %j that nobody asked for, and none that somebody did", (path, id, field) => {
    const after = changed(before, path, "2026-02-02T00:00:00Z");
    expect(compare(after)).toEqual([{ id, label: expect.stringContaining(id), change: "changed", fields: [field] }]);
    expect(compare(after, id)).toEqual([]);
  });

  it("reports a removed element with everything below it", () => {
    const after = { ...before, pillars: before.pillars.slice(0, 1) };
    expect(compare(after)).toEqual(
      ["PIL-002", "EPC-002", "STR-002", "TSK-003"].map((id) => ({
        id,
        label: expect.stringContaining(id),
        change: "vanished",
      })),
    );
  });

  it.each(["PIL-002", "EPC-002", "STR-002", "TSK-003"])("takes a mention of %s for all below it", (id) => {
    const after = { ...before, pillars: before.pillars.slice(0, 1) };
    const above = ["PIL-002", "EPC-002", "STR-002", "TSK-003"];
    expect(compare(after, id).map((change) => change.id)).toEqual(above.slice(0, above.indexOf(id)));
  });

  it("takes a mention of the spec for its title and description only", () => {
    const after = changed(changed(before, ["title"], "Other"), ["pillars", 0, "name"], "Other");
    expect(compare(after, "SPEC-001").map(({ id }) => id)).toEqual(["PIL-001"]);
  });

  it("reports an element with a new id as removed", () => {
    expect(compare(changed(before, [...FIRST_TASK, "task_id"], "TSK-009"))).toMatchObject([
      { id: "TSK-001", change: "vanished" },
    ]);
  });

  it("reports an element that moved to another parent", () => {
    const updated = before.pillars[0]?.epics[0]?.stories[0]?.tasks[1];
    const after = changed(
      withoutTask(1),
      [...SECOND_STORY, "tasks"],
      [specTask(3, { name: "Build on push", depends_on: ["TSK-002"] }), updated],
    );
    expect(compare(after)).toEqual([
      { id: "TSK-002", label: 'TSK-002 ("Sign out")', change: "moved", from: "STR-001", to: "STR-002" },
    ]);
  });

  it("may add what was not there", () => {
    const tasks = [...(before.pillars[1]?.epics[0]?.stories[0]?.tasks ?? []), specTask(4)];
    expect(compare(changed(before, [...SECOND_STORY, "tasks"], tasks))).toEqual([]);
  });

  it("may cut or add dependencies on tasks that went or came", () => {
    const without = changed(withoutTask(0), [...FIRST_TASK, "depends_on"], []);
    expect(compare(without, "TSK-001")).toEqual([]);
    const replaced = changed(withoutTask(0), [...FIRST_TASK, "depends_on"], ["TSK-010"]);
    expect(compare(replaced, "TSK-001")).toEqual([]);
  });

  it("may not change a dependency between tasks that stay", () => {
    expect(compare(changed(before, [...SECOND_TASK, "depends_on"], []))).toMatchObject([
      { id: "TSK-002", fields: ["depends_on"] },
    ]);
    expect(compare(changed(before, [...SECOND_TASK, "depends_on"], undefined))).toMatchObject([{ id: "TSK-002" }]);
  });

  it("takes no dependencies and an empty list for the same", () => {
    expect(compare(changed(before, [...FIRST_TASK, "depends_on"], undefined))).toEqual([]);
  });
});
