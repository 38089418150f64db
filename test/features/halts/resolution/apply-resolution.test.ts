import { describe, expect, it } from "vitest";
import type { HumanResolution, ResolutionAction } from "../../../../src/features/halts/resolution/human-resolution.js";
import { RESOLUTION_EFFECTS } from "../../../../src/features/halts/resolution/resolution-effects.js";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import type { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, ESCALATION, LATER, statusesOf, t } from "../../../support/project-state.js";

const RESOLUTIONS: Record<ResolutionAction, HumanResolution> = {
  APPROVE_OVERRIDE: { action: "APPROVE_OVERRIDE", rationale: "fine as it is" },
  AMEND_SPEC: {
    action: "AMEND_SPEC",
    amended_acceptance_criteria: ["returns 200", "rejects empty bodies"],
    amendment_rationale: "was wrong",
  },
  SPLIT_TASK: {
    action: "SPLIT_TASK",
    new_tasks: [
      { name: "part", description: "a part", acceptance_criteria: ["returns 1", "rejects 2"], depends_on: [] },
    ],
  },
  REVISE_PLAN: {
    action: "REVISE_PLAN",
    revised_micro_plan: [{ module_id: "MM-0001", description: "all of it", depends_on: [] }],
  },
  PROVIDE_FIX: { action: "PROVIDE_FIX", fix_description: "a fix", fix_artifacts: { "a.ts": "1" } },
  ABANDON_TASK: { action: "ABANDON_TASK", rationale: "cancelled" },
  RETRY_TASK: { action: "RETRY_TASK" },
  REVIEW_AGAIN: { action: "REVIEW_AGAIN", module: "MM-0001@1.0.0", role: "challenger" },
  PROVIDE_PUSHED_FIX: { action: "PROVIDE_PUSHED_FIX", fix_description: "a fix", head: "a".repeat(40) },
  APPROVE_INTERFACE_CHANGE: { action: "APPROVE_INTERFACE_CHANGE", exception_id: "ICE-00000001" },
  REJECT_INTERFACE_CHANGE: { action: "REJECT_INTERFACE_CHANGE", exception_id: "ICE-00000001", reason: "wrap it" },
  KEEP_AND_ABANDON: { action: "KEEP_AND_ABANDON", rationale: "the rest is cancelled" },
  KEEP_AND_SPLIT: {
    action: "KEEP_AND_SPLIT",
    new_tasks: [
      { name: "part", description: "a part", acceptance_criteria: ["returns 1", "rejects 2"], depends_on: [] },
    ],
  },
};
const DIVIDING: readonly ResolutionAction[] = ["SPLIT_TASK", "KEEP_AND_ABANDON", "KEEP_AND_SPLIT"];

const resolve = (
  state: ProjectState,
  action: ResolutionAction,
  { name = "a", card = ESCALATION }: { name?: string; card?: string | null } = {},
) =>
  applyProjectEvent(state, {
    kind: "escalation-resolved",
    at: LATER,
    task_id: t(name),
    escalation_ref: card,
    resolution: RESOLUTIONS[action],
    identities: DIVIDING.includes(action) ? [{ task_id: t("part"), path: "part.md" }] : [],
  });

function resolved(...args: Parameters<typeof resolve>): ProjectState {
  const outcome = resolve(...args);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  expect(checkState(outcome.value)).toMatchObject({ ok: true });
  return outcome.value;
}

const HALTED = aProject({ a: { is: "HALTED" }, b: { is: "BLOCKED", after: ["a"] } });

describe("resolving an escalation", () => {
  it.each([
    { action: "APPROVE_OVERRIDE", task: "IN_PROGRESS", dependant: "PENDING", reenter: "ship" },
    { action: "AMEND_SPEC", task: "PENDING", dependant: "PENDING", reenter: "dispatch" },
    { action: "SPLIT_TASK", task: "ABANDONED", dependant: "PENDING", reenter: "dispatch" },
    { action: "REVISE_PLAN", task: "IN_PROGRESS", dependant: "PENDING", reenter: "micro-plan" },
    { action: "PROVIDE_FIX", task: "IN_PROGRESS", dependant: "PENDING", reenter: "challenge" },
    { action: "ABANDON_TASK", task: "ABANDONED", dependant: "BLOCKED", reenter: "none" },
    { action: "RETRY_TASK", task: "PENDING", dependant: "PENDING", reenter: "dispatch" },
    { action: "PROVIDE_PUSHED_FIX", task: "IN_PROGRESS", dependant: "PENDING", reenter: "challenge" },
    { action: "REVIEW_AGAIN", task: "IN_PROGRESS", dependant: "PENDING", reenter: "challenge" },
    { action: "KEEP_AND_ABANDON", task: "IN_PROGRESS", dependant: "BLOCKED", reenter: "integration" },
    { action: "KEEP_AND_SPLIT", task: "IN_PROGRESS", dependant: "PENDING", reenter: "integration" },
  ] as const)("$action: the task is $task, its dependant $dependant, work goes on at $reenter", (row) => {
    const next = resolved(HALTED, row.action);
    expect(statusesOf(next)).toMatchObject({ a: row.task, b: row.dependant });
    expect(RESOLUTION_EFFECTS[row.action]).toEqual({ to: row.task, reenter: row.reenter });
    expect(next.tasks[t("a")]).toMatchObject({ halted_reason: null, escalation_ref: null });
  });

  it("keeps the rationale of an abandoned task, which has no successors", () => {
    expect(resolved(HALTED, "ABANDON_TASK").tasks[t("a")]).toMatchObject({
      abandoned_reason: "cancelled",
      superseded_by: [],
    });
  });

  it("divides a task of which something is kept: the rest comes after it, and dependants need both", () => {
    const given = resolved(HALTED, "KEEP_AND_ABANDON").tasks;
    expect(given[t("part")]).toMatchObject({
      task: `The rest of ${HALTED.tasks[t("a")]?.task}`,
      status: "ABANDONED",
      abandoned_reason: "the rest is cancelled",
      depends_on: [t("a")],
    });
    expect(given[t("b")]?.depends_on).toEqual([t("a"), t("part")]);
    const split = resolved(HALTED, "KEEP_AND_SPLIT").tasks;
    expect(split[t("part")]).toMatchObject({ task: "part", status: "PENDING", depends_on: [t("a")] });
    expect(split[t("b")]?.depends_on).toEqual([t("a"), t("part")]);
    expect(split[t("a")]).toMatchObject({ superseded_by: [], abandoned_reason: null });
  });

  it.each(["KEEP_AND_ABANDON", "KEEP_AND_SPLIT"] as const)(
    "%s is nothing that a blocked task can be told",
    (action) => {
      const blocked = aProject({ gone: { is: "ABANDONED" }, a: { is: "BLOCKED", after: ["gone"] } });
      expect(resolve(blocked, action, { card: null })).toMatchObject({ refusal: { code: "nothing-to-resolve" } });
    },
  );

  it("keeps pull request and order: the task goes on where it was", () => {
    const state = aProject({ a: { is: "HALTED", pull_request: 9, priority: -2, declaration_order: 5 } });
    expect(resolved(state, "RETRY_TASK").tasks[t("a")]).toMatchObject({
      pull_request: 9,
      priority: -2,
      declaration_order: 5,
    });
  });

  it("refuses a card that is no longer the one on the task", () => {
    expect(resolve(HALTED, "RETRY_TASK", { card: "ESC-00000000" })).toMatchObject({
      refusal: { code: "stale-card", details: { saw: "ESC-00000000", now: ESCALATION } },
    });
    expect(resolve(HALTED, "RETRY_TASK", { card: null })).toMatchObject({ refusal: { code: "stale-card" } });
  });

  it("refuses the same answer twice: the first one closed the card", () => {
    expect(resolve(resolved(HALTED, "RETRY_TASK"), "RETRY_TASK")).toMatchObject({
      refusal: { code: "stale-card", message: expect.stringContaining("no open card (it has not started)") },
    });
  });

  it("refuses an unknown task", () => {
    expect(resolve(HALTED, "RETRY_TASK", { name: "z" })).toMatchObject({ refusal: { code: "unknown-task" } });
  });

  it.each([
    ["PENDING", "has not started"],
    ["IN_PROGRESS", "is in work"],
    ["SHIPPED", "has shipped"],
    ["ABANDONED", "was abandoned"],
  ] as const)("refuses a task that is %s: it %s", (is, words) => {
    expect(resolve(aProject({ a: { is } }), "ABANDON_TASK", { card: null })).toMatchObject({
      refusal: {
        code: "nothing-to-resolve",
        message: expect.stringContaining(`-001 ${words}.`),
        details: { status: is },
      },
    });
  });
});

describe("resolving a dependant of an abandoned task", () => {
  const BLOCKED = aProject({
    gone: { is: "ABANDONED" },
    ok: { is: "SHIPPED" },
    a: { is: "BLOCKED", after: ["gone", "ok"] },
    b: { is: "BLOCKED", after: ["a"] },
  });

  it("amending it cuts its ties to what was abandoned and frees what is behind it", () => {
    const next = resolved(BLOCKED, "AMEND_SPEC", { card: null });
    expect(statusesOf(next)).toMatchObject({ a: "PENDING", b: "PENDING" });
    expect(next.tasks[t("a")]?.depends_on).toEqual([t("ok")]);
  });

  it("amending one further back changes nothing and says so", () => {
    expect(resolve(BLOCKED, "AMEND_SPEC", { name: "b", card: null })).toMatchObject({
      refusal: { code: "nothing-to-resolve", message: expect.stringContaining("depends on no abandoned task") },
    });
  });

  it("amending it does not free it from a halt", () => {
    const state = aProject({
      gone: { is: "ABANDONED" },
      h: { is: "HALTED" },
      a: { is: "BLOCKED", after: ["gone", "h"] },
    });
    expect(statusesOf(resolved(state, "AMEND_SPEC", { card: null })).a).toBe("BLOCKED");
  });

  it("abandoning it leaves what is behind it blocked", () => {
    const next = resolved(BLOCKED, "ABANDON_TASK", { card: null });
    expect(statusesOf(next)).toMatchObject({ a: "ABANDONED", b: "BLOCKED" });
  });

  it("splitting it frees what is behind it", () => {
    const next = resolved(BLOCKED, "SPLIT_TASK", { card: null });
    expect(statusesOf(next)).toMatchObject({ a: "ABANDONED", b: "PENDING", part: "PENDING" });
  });

  it.each([
    "APPROVE_OVERRIDE",
    "REVISE_PLAN",
    "PROVIDE_FIX",
    "PROVIDE_PUSHED_FIX",
    "RETRY_TASK",
    "REVIEW_AGAIN",
  ] as const)("%s needs a halt", (action) => {
    expect(resolve(BLOCKED, action, { card: null })).toMatchObject({
      refusal: { code: "nothing-to-resolve", message: expect.stringContaining("can be amended, split or abandoned") },
    });
  });
});
