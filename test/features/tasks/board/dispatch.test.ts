import { describe, expect, it } from "vitest";
import { openBoard } from "../../../../src/features/tasks/board/board.js";
import { answerDispatch, DispatchAnswer, selectForDispatch } from "../../../../src/features/tasks/board/dispatch.js";
import { aProject, ESCALATION, LATER, type TaskSketch, t } from "../../../support/project-state.js";

const answer = (sketches: Record<string, TaskSketch>, concurrency = 1) =>
  DispatchAnswer.parse(selectForDispatch(aProject(sketches), { concurrency }));

describe("dispatch starts", () => {
  it("the first declared task whose dependencies have all shipped", () => {
    expect(answer({ a: { is: "SHIPPED" }, b: { after: ["c"] }, c: { after: ["a"] }, d: {} })).toEqual({
      kind: "start",
      tasks: [t("c")],
    });
  });

  it("by declaration order, whatever the order of the keys", () => {
    const project = aProject({ late: { declaration_order: 7 }, early: { declaration_order: 2 } });
    expect(selectForDispatch(project, { concurrency: 1 })).toEqual({ kind: "start", tasks: [t("early")] });
  });

  it("by priority before declaration order, lower first", () => {
    expect(answer({ a: { priority: 1 }, b: { priority: -1 }, c: {} }, 3)).toEqual({
      kind: "start",
      tasks: [t("b"), t("c"), t("a")],
    });
  });

  it.each([
    { concurrency: 1, running: 0, starts: 1 },
    { concurrency: 2, running: 0, starts: 2 },
    { concurrency: 2, running: 1, starts: 1 },
    { concurrency: 4, running: 0, starts: 3 },
  ])("$starts of 3 ready tasks when $running run and $concurrency may", ({ concurrency, running, starts }) => {
    const busy = Object.fromEntries(
      Array.from({ length: running }, (_, n) => [`run${n}`, { is: "IN_PROGRESS" as const }]),
    );
    const answered = answer({ ...busy, a: {}, b: {}, c: {} }, concurrency);
    expect(answered).toEqual({ kind: "start", tasks: [t("a"), t("b"), t("c")].slice(0, starts) });
  });

  it("never one whose dependency is merely in progress", () => {
    expect(answer({ a: { is: "IN_PROGRESS" }, b: { after: ["a"] } }, 2).kind).toBe("waiting");
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a concurrency of %s as a programming error", (concurrency) => {
    expect(() => answer({ a: {} }, concurrency)).toThrow(RangeError);
  });
});

describe("dispatch says why it starts nothing", () => {
  it("no free slot", () => {
    expect(answer({ a: { is: "IN_PROGRESS" }, b: {} })).toEqual({
      kind: "waiting",
      because: "no-free-slot",
      running: [t("a")],
    });
  });

  it("more running than may", () => {
    expect(answer({ a: { is: "IN_PROGRESS" }, b: { is: "IN_PROGRESS" }, c: {} })).toMatchObject({
      because: "no-free-slot",
      running: [t("a"), t("b")],
    });
  });

  it("dependencies not shipped", () => {
    expect(answer({ a: { is: "IN_PROGRESS" }, b: { after: ["a"] } }, 2)).toMatchObject({
      because: "dependencies-unshipped",
    });
  });

  it("only the last tasks still running", () => {
    const done = { c: { is: "ABANDONED" }, d: { is: "BLOCKED", after: ["c"] } } as const;
    expect(answer({ a: { is: "IN_PROGRESS" }, ...done }, 2)).toMatchObject({ because: "last-tasks-running" });
  });

  it("a halt, although another task is ready and a slot is free; started work runs on", () => {
    expect(answer({ a: { is: "HALTED" }, b: {}, c: { is: "IN_PROGRESS" } }, 5)).toEqual({
      kind: "halted",
      halted: [{ task_id: t("a"), escalation_ref: ESCALATION }],
      running: [t("c")],
    });
  });

  it("several halts in dispatch order", () => {
    const answered = answer({ a: { is: "HALTED" }, b: { is: "HALTED", priority: -1 } });
    expect(answered).toMatchObject({ halted: [{ task_id: t("b") }, { task_id: t("a") }] });
  });

  it("only tasks behind abandoned ones are left: a decision is owed", () => {
    expect(
      answer({
        a: { is: "ABANDONED" },
        b: { is: "SHIPPED" },
        c: { is: "BLOCKED", after: ["a", "b"] },
        d: { is: "BLOCKED", after: ["c"] },
      }),
    ).toEqual({
      kind: "blocked-by-abandoned",
      undecided: [{ task_id: t("c"), abandoned: [t("a")] }],
      behind: [t("d")],
    });
  });

  it("nothing of that while something else can start", () => {
    expect(answer({ a: { is: "ABANDONED" }, b: { is: "BLOCKED", after: ["a"] }, c: {} }).kind).toBe("start");
  });

  it("all done", () => {
    expect(answer({ a: { is: "SHIPPED" }, b: { is: "SHIPPED" }, c: { is: "ABANDONED" } })).toEqual({
      kind: "all-done",
      shipped: 2,
      abandoned: 1,
    });
  });

  it.each([
    { tasks: {}, abandoned: 0 },
    { tasks: { a: { is: "ABANDONED" } as const }, abandoned: 1 },
  ])("nothing shipped: $abandoned abandoned", ({ tasks, abandoned }) => {
    expect(answer(tasks)).toEqual({ kind: "nothing-shipped", abandoned });
  });

  it.each(["PAUSED", "ABORTED", "RELEASED"] as const)("the project is %s", (status) => {
    const project = aProject({ a: {}, b: { is: "HALTED" } }, { status });
    expect(selectForDispatch(project, { concurrency: 1 })).toEqual({ kind: "not-active", status });
  });
});

describe("a board asked again after changes", () => {
  it("forgets a rank that was overtaken", () => {
    const board = openBoard(aProject({ a: {}, b: {} }));
    const a = board.task(t("a"));
    if (a === undefined) throw new Error("a is there");
    board.absorb({ tasks: new Map([[t("a"), { ...a, priority: 5 }]]) }, LATER);
    expect(answerDispatch(board, { concurrency: 2 })).toEqual({ kind: "start", tasks: [t("b"), t("a")] });
  });

  it("looks without taking: the same question has the same answer", () => {
    const board = openBoard(aProject({ a: {}, b: {} }));
    const first = answerDispatch(board, { concurrency: 2 });
    expect(answerDispatch(board, { concurrency: 2 })).toEqual(first);
  });

  it("names a task once although it became ready twice", () => {
    const board = openBoard(aProject({ a: {} }));
    const a = board.task(t("a"));
    if (a === undefined) throw new Error("a is there");
    board.absorb({ tasks: new Map([[t("a"), { ...a }]]) }, LATER);
    expect(answerDispatch(board, { concurrency: 2 })).toEqual({ kind: "start", tasks: [t("a")] });
  });
});
