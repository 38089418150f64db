import { describe, expect, it } from "vitest";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { recomputeBlocked } from "../../../../src/features/tasks/board/blocking.js";
import type { TaskStatus } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, ESCALATION, LATER, statusesOf, t } from "../../../support/project-state.js";

const behind = (status: TaskStatus) =>
  statusesOf(recomputeBlocked(aProject({ x: { is: status }, y: { after: ["x"] }, z: { after: ["y"] } })));

describe("BLOCKED", () => {
  it.each([
    { status: "PENDING", expected: "PENDING" },
    { status: "IN_PROGRESS", expected: "PENDING" },
    { status: "SHIPPED", expected: "PENDING" },
    { status: "HALTED", expected: "BLOCKED" },
    { status: "ABANDONED", expected: "BLOCKED" },
  ] as const)("behind a $status task everything waiting is $expected, however far", ({ status, expected }) => {
    expect(behind(status)).toEqual({ x: status, y: expected, z: expected });
  });

  it("is cleared when nothing obstructs any more", () => {
    const state = aProject({
      x: { is: "SHIPPED" },
      y: { is: "BLOCKED", after: ["x"] },
      z: { is: "BLOCKED", after: ["y"] },
    });
    expect(statusesOf(recomputeBlocked(state))).toEqual({ x: "SHIPPED", y: "PENDING", z: "PENDING" });
  });

  it("does not reach through a SHIPPED task", () => {
    const state = aProject({ x: { is: "HALTED" }, y: { is: "SHIPPED", after: ["x"] }, z: { after: ["y"] } });
    expect(statusesOf(recomputeBlocked(state)).z).toBe("PENDING");
  });

  it("reaches through a task in progress", () => {
    const state = aProject({ x: { is: "HALTED" }, y: { is: "IN_PROGRESS", after: ["x"] }, z: { after: ["y"] } });
    expect(statusesOf(recomputeBlocked(state))).toEqual({ x: "HALTED", y: "IN_PROGRESS", z: "BLOCKED" });
  });

  it("needs one obstructed dependency among many, whatever its place", () => {
    const sketch = { a: { is: "SHIPPED" }, b: { is: "HALTED" }, c: {}, d: { after: ["a", "b", "c"] } } as const;
    expect(statusesOf(recomputeBlocked(aProject(sketch))).d).toBe("BLOCKED");
  });

  it("leaves other tasks of the project alone", () => {
    const state = aProject({ x: { is: "HALTED" }, y: { after: ["x"] }, other: {}, after: { after: ["other"] } });
    expect(statusesOf(recomputeBlocked(state))).toMatchObject({ other: "PENDING", after: "PENDING" });
  });

  it("treats a dependency that does not exist as unshipped, not as an obstruction", () => {
    const state = aProject({ y: { after: ["nowhere"] } });
    expect(statusesOf(recomputeBlocked(state)).y).toBe("PENDING");
  });

  /** A rule that looks at direct HALTED dependencies only would free Z, which has none, by resolving X. */
  it("resolving X frees nothing behind Y while W, which Y also rests on, is halted", () => {
    const before = aProject({
      x: { is: "HALTED" },
      w: { is: "HALTED", escalation_ref: "ESC-00000002" },
      y: { is: "BLOCKED", after: ["x", "w"] },
      z: { is: "BLOCKED", after: ["y"] },
    });
    const resolve = (state: typeof before, name: string, escalation_ref: string) => {
      const outcome = applyProjectEvent(state, {
        kind: "escalation-resolved",
        at: LATER,
        task_id: t(name),
        escalation_ref,
        resolution: { action: "RETRY_TASK" },
        identities: [],
      });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      return outcome.value;
    };
    const xResolved = resolve(before, "x", ESCALATION);
    expect(statusesOf(xResolved)).toEqual({ x: "PENDING", w: "HALTED", y: "BLOCKED", z: "BLOCKED" });
    expect(statusesOf(resolve(xResolved, "w", "ESC-00000002"))).toEqual({
      x: "PENDING",
      w: "PENDING",
      y: "PENDING",
      z: "PENDING",
    });
  });
});
