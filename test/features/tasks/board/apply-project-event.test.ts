import { describe, expect, it } from "vitest";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { LEGAL_WHILE } from "../../../../src/features/tasks/board/legal-while.js";
import { ProjectEvent } from "../../../../src/features/tasks/board/project-event.js";
import { type ProjectState, ProjectStatus } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, ESCALATION, LATER, NOON, SHA, statusesOf, t } from "../../../support/project-state.js";

type Unstamped = ProjectEvent extends infer I ? (I extends ProjectEvent ? Omit<I, "at"> : never) : never;

function stateAfter(state: ProjectState, event: Unstamped): ProjectState {
  const outcome = applyProjectEvent(state, ProjectEvent.parse({ at: LATER, ...event }));
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

function refusal(state: ProjectState, event: Unstamped) {
  const outcome = applyProjectEvent(state, ProjectEvent.parse({ at: LATER, ...event }));
  if (outcome.ok) throw new Error("expected a refusal");
  return outcome.refusal;
}

const started = (name: string): Unstamped => ({ kind: "task-started", task_id: t(name) });
const shipped = (name: string, rationale: string | null = null): Unstamped => ({
  kind: "task-shipped",
  task_id: t(name),
  merge_sha: SHA,
  module_refs: ["MM-0001@1.0.0", "MM-0001@1.0.0"],
  rationale,
});
const halted = (name: string): Unstamped => ({
  kind: "task-halted",
  task_id: t(name),
  reason: "red",
  escalation_ref: ESCALATION,
});

describe("starting a task", () => {
  it("moves it and stamps the state, and touches nothing else", () => {
    const before = aProject({ a: { is: "SHIPPED" }, b: { after: ["a"] }, c: {} });
    const next = stateAfter(before, started("b"));
    const b = before.tasks[t("b")];
    expect(next).toEqual({
      ...before,
      updated_at: LATER,
      tasks: { ...before.tasks, [t("b")]: { ...b, status: "IN_PROGRESS" } },
    });
    expect(before.updated_at).toBe(NOON);
  });

  it("waits for its dependencies", () => {
    const before = aProject({ a: { is: "IN_PROGRESS" }, b: { is: "SHIPPED" }, c: { after: ["a", "b"] } });
    expect(refusal(before, started("c"))).toMatchObject({
      code: "dependencies-unshipped",
      details: { task_id: t("c"), missing: [t("a")] },
    });
  });

  it.each([
    { is: "BLOCKED", code: "illegal-transition", after: ["x"] },
    { is: "SHIPPED", code: "illegal-transition", after: [] },
    { is: "ABANDONED", code: "illegal-transition", after: [] },
    { is: "IN_PROGRESS", code: "illegal-transition", after: [] },
    { is: "HALTED", code: "not-dispatchable", after: [] },
  ] as const)("refuses one that is $is: $code", ({ is, code, after: upstream }) => {
    expect(refusal(aProject({ x: { is: "ABANDONED" }, a: { is, after: upstream } }), started("a")).code).toBe(code);
  });

  it("refuses an unknown one", () => {
    expect(refusal(aProject({}), started("a"))).toMatchObject({
      code: "unknown-task",
      message: expect.stringContaining(t("a")),
    });
  });
});

describe("shipping a task", () => {
  it("records when, where and what", () => {
    const next = stateAfter(aProject({ a: { is: "IN_PROGRESS", pull_request: 7 } }), shipped("a"));
    expect(next.tasks[t("a")]).toMatchObject({
      status: "SHIPPED",
      shipped_at: LATER,
      merge_sha: SHA,
      module_refs: ["MM-0001@1.0.0"],
      pull_request: 7,
    });
  });

  it("takes a person's rationale for a halted one, and its card is gone", () => {
    const before = aProject({ a: { is: "HALTED" }, b: { is: "BLOCKED", after: ["a"] } });
    expect(refusal(before, shipped("a")).code).toBe("rationale-required");
    const next = stateAfter(before, shipped("a", "merged by hand, tests checked"));
    expect(statusesOf(next)).toEqual({ a: "SHIPPED", b: "PENDING" });
    expect(next.tasks[t("a")]).toMatchObject({ halted_reason: null, escalation_ref: null });
  });

  it("never happens to a task that was not started, not even by a person", () => {
    expect(refusal(aProject({ a: {} }), shipped("a", "done elsewhere")).code).toBe("illegal-transition");
  });

  it("accepts no placeholder for a rationale", () => {
    expect(ProjectEvent.safeParse({ at: LATER, ...shipped("a", "TBD") }).success).toBe(false);
  });
});

describe("halting a task", () => {
  it("keeps the reason and the card, and blocks everything behind it", () => {
    const before = aProject({ a: { is: "IN_PROGRESS" }, b: { after: ["a"] }, c: { after: ["b"] }, d: {} });
    const next = stateAfter(before, halted("a"));
    expect(statusesOf(next)).toEqual({ a: "HALTED", b: "BLOCKED", c: "BLOCKED", d: "PENDING" });
    expect(next.tasks[t("a")]).toMatchObject({ halted_reason: "red", escalation_ref: ESCALATION });
  });

  it.each([
    ["PENDING", "illegal-transition"],
    ["SHIPPED", "rationale-required"],
    ["HALTED", "illegal-transition"],
    ["ABANDONED", "illegal-transition"],
  ] as const)("refuses one that is %s: %s", (is, code) => {
    expect(refusal(aProject({ a: { is } }), halted("a")).code).toBe(code);
  });
});

describe("opening a pull request", () => {
  const opened: Unstamped = { kind: "pull-request-opened", task_id: t("a"), pull_request: 12 };

  it.each(["IN_PROGRESS", "HALTED"] as const)("is noted on a task that is %s", (is) => {
    const before = aProject({ a: { is, pull_request: 3 } });
    expect(stateAfter(before, opened).tasks[t("a")]).toEqual({ ...before.tasks[t("a")], pull_request: 12 });
  });

  it.each(["PENDING", "SHIPPED", "ABANDONED"] as const)("is refused for one that is %s", (is) => {
    expect(refusal(aProject({ a: { is } }), opened).code).toBe("not-in-progress");
  });

  it("is refused for an unknown one", () => {
    expect(refusal(aProject({}), opened).code).toBe("unknown-task");
  });
});

describe("the project itself", () => {
  it.each([
    { kind: "project-paused", from: "ACTIVE", to: "PAUSED" },
    { kind: "project-resumed", from: "PAUSED", to: "ACTIVE" },
    { kind: "project-aborted", from: "ACTIVE", to: "ABORTED" },
    { kind: "project-aborted", from: "PAUSED", to: "ABORTED" },
  ] as const)("$kind: $from becomes $to, every task kept", ({ kind, from, to }) => {
    const before = aProject({ a: { is: "IN_PROGRESS" }, b: { after: ["a"] } }, { status: from });
    expect(stateAfter(before, { kind })).toEqual({ ...before, status: to, updated_at: LATER });
  });

  it("is released when every task is final and one shipped", () => {
    expect(
      stateAfter(aProject({ a: { is: "SHIPPED" }, b: { is: "ABANDONED" } }), { kind: "project-released" }).status,
    ).toBe("RELEASED");
    expect(refusal(aProject({ a: { is: "ABANDONED" } }), { kind: "project-released" }).code).toBe("nothing-to-release");
  });

  it.each([
    { sketch: { a: {} } },
    { sketch: { a: { is: "IN_PROGRESS" } } },
    { sketch: { a: { is: "HALTED" } } },
    { sketch: { z: { is: "ABANDONED" }, a: { is: "BLOCKED", after: ["z"] } } },
  ] as const)("is not released over $sketch.a", ({ sketch }) => {
    expect(refusal(aProject({ done: { is: "SHIPPED" }, ...sketch }), { kind: "project-released" })).toMatchObject({
      code: "not-finished",
      details: { unfinished: [t("a")] },
    });
  });

  /** The table once more, as a reader would write it: what is possible in which status of the project. */
  const EXPECTED: Record<ProjectStatus, readonly ProjectEvent["kind"][]> = {
    ACTIVE: Object.keys(LEGAL_WHILE).filter((kind) => kind !== "project-resumed") as ProjectEvent["kind"][],
    PAUSED: [
      "pull-request-opened",
      "task-shipped",
      "task-halted",
      "escalation-renewed",
      "escalation-resolved",
      "task-taken-back",
      "plan-adjusted",
      "tasks-added",
      "project-resumed",
      "project-aborted",
    ],
    ABORTED: ["task-shipped"],
    RELEASED: [],
  };

  const EXAMPLES: Record<ProjectEvent["kind"], Unstamped> = {
    "task-started": started("ready"),
    "pull-request-opened": { kind: "pull-request-opened", task_id: t("running"), pull_request: 1 },
    "task-shipped": shipped("running"),
    "task-halted": halted("running"),
    "escalation-renewed": {
      kind: "escalation-renewed",
      task_id: t("halted"),
      reason: "contract not agreed",
      escalation_ref: "ESC-99999999",
    },
    "escalation-resolved": {
      kind: "escalation-resolved",
      task_id: t("halted"),
      escalation_ref: ESCALATION,
      resolution: { action: "RETRY_TASK" },
      identities: [],
    },
    "task-taken-back": {
      kind: "task-taken-back",
      task_id: t("shipped"),
      by: "ada",
      merge_sha: SHA,
      pull_request: 9,
      escalation_ref: ESCALATION,
      taken: [{ task_id: t("shipped"), merge_sha: SHA, modules: [], attempt: 1, questions: 0, asked: {} }],
    },
    "plan-adjusted": { kind: "plan-adjusted", adjustment: [{ skip: t("ready"), reason: "not needed this year" }] },
    "tasks-added": {
      kind: "tasks-added",
      tasks: [
        {
          task_id: t("new"),
          spec_task_id: null,
          pillar: "P",
          epic: "E",
          story: "S",
          task: "new",
          path: "new.md",
          depends_on: [],
          priority: 0,
        },
      ],
      awaited_by: [],
    },
    "project-paused": { kind: "project-paused" },
    "project-resumed": { kind: "project-resumed" },
    "project-aborted": { kind: "project-aborted" },
    "project-released": { kind: "project-released" },
  };

  const cells = ProjectStatus.options.flatMap((status) =>
    Object.values(EXAMPLES).map((event) => ({
      status,
      kind: event.kind,
      legal: EXPECTED[status].includes(event.kind),
    })),
  );

  it.each(cells)("while $status, $kind is possible: $legal", ({ status, kind, legal }) => {
    const open = {
      ready: {},
      running: { is: "IN_PROGRESS" },
      halted: { is: "HALTED" },
      shipped: { is: "SHIPPED" },
    } as const;
    const tasks = kind === "project-released" ? { done: { is: "SHIPPED" } as const } : open;
    const event = EXAMPLES[kind];
    if (legal) return expect(stateAfter(aProject(tasks, { status }), event).updated_at).toBe(LATER);
    expect(refusal(aProject(tasks, { status }), event)).toMatchObject({
      code: "project-status",
      details: { kind, status },
    });
  });

  it("says what to do when it is paused", () => {
    expect(refusal(aProject({ a: {} }, { status: "PAUSED" }), started("a")).message).toContain("/factory resume");
  });
});
