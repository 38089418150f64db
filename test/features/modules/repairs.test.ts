import { describe, expect, it } from "vitest";
import { reduce } from "../../../src/engine/reduce.js";
import { repairsIn } from "../../../src/features/modules/repairs.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { FIRST_TASK, NOW, planning } from "../../support/loop.js";
import { gated, gates, moved, planned, proposed, redGate, specified } from "../../support/task-work.js";

describe("repairs", () => {
  it.each([
    [{}, 0],
    [{ "MM-0001/specify": 1, "MM-0001/implement": 1, "MM-0001/challenge": 3, "MM-0001/adjudicate": 2, plan: 4 }, 0],
    [{ "MM-0001/specify": 2, "MM-0001/implement": 3 }, 3],
    [{ "MM-0001/revise": 1, "MM-0002/amend": 2 }, 3],
  ])("in what was asked so often, %j: %d", (asked, repairs) => {
    expect(repairsIn({ asked })).toBe(repairs);
  });

  it("are counted for the product when they are asked for, and stay counted when the task has shipped", () => {
    const green = gated(specified(planned({ id: "MM-0001" })));
    const work = moved(proposed(green, "implement"), {
      kind: "gates-requested",
      module_id: "MM-0001",
      gates: gates(),
    });
    const event: TaskEvent = { kind: "gates-concluded", module_id: "MM-0001", failures: [redGate], lock: null };
    const state = { ...planning, work: { [FIRST_TASK]: work } };
    const failed = reduce(state, { kind: "work-updated", at: NOW, task_id: FIRST_TASK, event });
    if (!failed.ok) throw new Error(failed.refusal.message);
    expect(state.repairs).toBeUndefined();
    expect(failed.value.repairs).toBe(1);
    const shipped = reduce(failed.value, {
      kind: "project-updated",
      at: NOW,
      event: {
        kind: "task-shipped",
        at: NOW,
        task_id: FIRST_TASK,
        merge_sha: "a".repeat(40),
        module_refs: [],
        rationale: null,
      },
    });
    if (!shipped.ok) throw new Error(shipped.refusal.message);
    expect(shipped.value.work).toEqual({});
    expect(shipped.value.repairs).toBe(1);
  });

  it("are those of one product", () => {
    if (planning.project === null) throw new Error("there is a project");
    const ended = { ...planning, repairs: 4, project: { ...planning.project, status: "RELEASED" as const } };
    const { repository_id, request } = ended;
    const next = reduce(ended, {
      kind: "product-requested",
      at: NOW,
      repository_id,
      request: { ...request, issue: 9 },
    });
    if (!next.ok) throw new Error(next.refusal.message);
    expect(next.value.repairs).toBeUndefined();
  });
});
