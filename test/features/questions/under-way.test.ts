import { describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { reduce } from "../../../src/engine/reduce.js";
import { lostCalls, reservedBy, type UnderWay } from "../../../src/features/questions/under-way.js";
import { aUsageLine } from "../../support/artifacts.js";
import { FIRST_TASK, NOW, planning } from "../../support/loop.js";

const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
const call = (changes: Partial<UnderWay> = {}): UnderWay => ({
  since: NOW,
  pack: "CP-0000000a",
  role: "planner",
  task: FIRST_TASK,
  module: null,
  model: "m",
  prompt_version: "v",
  estimate_usd: 0.5,
  ...changes,
});
const asked = (
  run_id: string,
  changes: Partial<Extract<FactoryEvent, { kind: "question-asked" }>> = {},
): FactoryEvent => {
  const { since, ...rest } = call();
  return { kind: "question-asked", at: since, run_id, ...rest, usage: [], ...changes };
};
const having = (state: FactoryState, ...events: FactoryEvent[]) =>
  events.reduce((known, event) => orThrow(reduce(known, event)), state);

describe("a question that is put to a model", () => {
  it("is under way from then on, and nothing is spent", () => {
    const state = having(planning, asked("run-1"));
    expect(state.under_way).toEqual({ "run-1": call() });
    expect(state.spent).toEqual(planning.spent);
  });

  it("is under way until its calls are paid, with any result, and no other is affected", () => {
    const charged: FactoryEvent = { kind: "calls-charged", at: NOW, usage: [aUsageLine({ run_id: "run-1" })] };
    const state = having(planning, asked("run-1"), asked("run-2"), charged);
    expect(Object.keys(state.under_way ?? {})).toEqual(["run-2"]);
    const last: FactoryEvent = { kind: "calls-charged", at: NOW, usage: [aUsageLine({ run_id: "run-2" })] };
    expect(having(state, last)).not.toHaveProperty("under_way");
  });

  it("is refused while a person has paused", () => {
    const paused = { ...planning, paused_since: NOW };
    expect(reduce(paused, asked("run-1"))).toMatchObject({ ok: false, refusal: { code: "paused" } });
  });

  it("replaces one that was lost, which is paid as the most that one call of it can cost", () => {
    const lost = having(planning, asked("run-1"));
    const usage = lostCalls(lost.under_way ?? {}, "run-1", later(5));
    expect(usage).toMatchObject([{ run_id: "run-1", outcome: "lost", cost_usd: 0.5, request_id: null }]);
    const again = having(lost, asked("run-1", { at: later(5), usage }));
    expect(again.under_way).toEqual({ "run-1": call({ since: later(5) }) });
    expect(again.spent.project).toMatchObject({ calls: 1, known_usd: 0.5 });
    expect(again.spent.tasks[FIRST_TASK]).toMatchObject({ calls: 1, known_usd: 0.5 });
  });
});

describe("a lost call", () => {
  const running = { "run-1": call(), "run-2": call({ since: later(-60) }), "run-3": call({ since: later(-59) }) };

  it("is an earlier run of the same question, or anything older than any conversation", () => {
    expect(lostCalls(running, "run-1", NOW).map(({ run_id }) => run_id)).toEqual(["run-1", "run-2"]);
    expect(lostCalls(running, "run-9", NOW).map(({ run_id }) => run_id)).toEqual(["run-2"]);
  });

  it("has an unknown cost if its model has no price", () => {
    expect(lostCalls({ r: call({ estimate_usd: null }) }, "r", NOW)).toMatchObject([{ cost_usd: null }]);
  });
});

describe("the reserve for other questions under way", () => {
  const running = {
    mine: call({ estimate_usd: 8 }),
    same: call({ estimate_usd: 1 }),
    other: call({ task: null, estimate_usd: 2 }),
    unpriced: call({ estimate_usd: null }),
    dead: call({ since: later(-61), estimate_usd: 4 }),
  };

  it("counts for the project and for the task, without one's own and lost ones", () => {
    expect(reservedBy(running, { task: FIRST_TASK, now: NOW, except: new Set(["mine"]) })).toEqual({
      project: { calls: 3, usd: 3 },
      task: { calls: 2, usd: 1 },
    });
  });

  it("counts for no task if the question has none", () => {
    expect(reservedBy(running, { task: null, now: NOW, except: new Set() }).task).toEqual({ calls: 0, usd: 0 });
  });
});
