import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { AskedAhead } from "../../../src/features/modules/module-work.js";
import { isOpenQuestion } from "../../../src/features/modules/questions.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { moduleIdOf, type TaskWork } from "../../../src/features/modules/task-work.js";
import { aChallenge, aProposal, approval } from "../../support/debate.js";
import { gates, lock, moved, planned, sha, specified, stepOf } from "../../support/task-work.js";

const CALL_FAILED: HaltCause = {
  kind: "call-failed",
  role: "proposer",
  model: "m",
  outcome: "refused",
  attempts: 1,
  last_error: "It would not.",
};

function sideBySide(count: number, ...modules: Parameters<typeof planned>): TaskWork {
  const opened = moved(planned(...modules), { kind: "work-failed", cause: CALL_FAILED });
  const fresh: TaskWork = {
    ...opened,
    halting: null,
    questions: 1,
    asked: { "/plan": 1 },
    stage: { stage: "planning", question: 1, attempt: 1 },
  };
  return moved(fresh, {
    kind: "plan-made",
    question: 1,
    usage: [],
    micro_plan_id: "MP-00000001",
    digest: "d".repeat(64),
    next_module: 2,
    side_by_side: count,
    modules: modules.map(({ id, depends_on = [], reused = false }) => ({
      module_ref: `${id}@1.0.0`,
      name: id,
      depends_on,
      reused,
    })),
  });
}

const openQuestions = ({ modules, questions }: TaskWork): { id: string; question: number }[] =>
  modules.flatMap((module) =>
    Array.from({ length: questions }, (_, index) => index + 1)
      .filter((question) => isOpenQuestion(module, question))
      .map((question) => ({ id: moduleIdOf(module), question })),
  );

/** One thing that can happen next: an answer to an open question, or what the branch and the gates do by themselves. */
function happenings(work: TaskWork, fails: ReadonlySet<string>): (() => TaskWork)[] {
  return work.modules.flatMap((module): (() => TaskWork)[] => {
    const module_id = moduleIdOf(module);
    const { step } = module;
    const asked = openQuestions(work).find(({ id }) => id === module_id);
    if (asked !== undefined) return [() => answered(work, module_id, asked.question, fails)];
    switch (step.step) {
      case "committing":
      case "shipping":
        return [() => moved(work, { kind: "work-committed", question: step.question, head: sha("6") })];
      case "gating":
        return [
          () => {
            const requested = moved(work, { kind: "gates-requested", module_id, gates: gates() });
            return moved(requested, { kind: "gates-concluded", module_id, failures: [], lock });
          },
        ];
      case "approved":
        return [() => moved(work, { kind: "ship-prepared", module_id, question: work.questions + 1 })];
      default:
        return [];
    }
  });
}

function answered(work: TaskWork, module_id: string, question: number, fails: ReadonlySet<string>): TaskWork {
  const step = stepOf(work, module_id);
  const base = { question, usage: [], module_id };
  const changed = { contract_changed: false, tests_changed: false };
  const activity = step.step === "asking" ? step.activity : "specify";
  if (fails.has(`${module_id}/${activity}`))
    return moved(work, { kind: "question-failed", ...base, cause: CALL_FAILED });
  switch (activity) {
    case "specify":
      return moved(work, { kind: "module-specified", ...base, ...changed, activity: "specify" });
    case "challenge":
      return moved(work, { kind: "module-challenged", ...base, challenge: aChallenge() });
    case "adjudicate":
      return moved(work, { kind: "module-adjudicated", ...base, adjudication: approval });
    case "implement":
      return moved(work, { kind: "module-proposed", ...base, ...changed, activity, proposal: aProposal() });
    default:
      throw new Error(`a task that goes well is not asked to ${activity}`);
  }
}

/** Plays a task to its end, choosing what happens next by the given draws. */
function played(work: TaskWork, draws: readonly number[], fails: ReadonlySet<string>): TaskWork {
  let now = work;
  for (let turn = 0; turn < 500; turn += 1) {
    const next = happenings(now, fails);
    const [happening] = next.slice((draws[turn % draws.length] ?? 0) % Math.max(1, next.length));
    if (happening === undefined) return now;
    now = happening();
  }
  throw new Error("the task did not come to an end");
}

const IDS = ["MM-0001", "MM-0002", "MM-0003", "MM-0004", "MM-0005"];
const graph = fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 });
const failing = fc.subarray(
  IDS.flatMap((id) => [`${id}/specify`, `${id}/implement`]),
  { maxLength: 3 },
);
const draws = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });

describe("a task with parallel modules", () => {
  const three = [{ id: "MM-0001" }, { id: "MM-0002" }, { id: "MM-0003", depends_on: ["MM-0001"] }];
  const aheadOf = (work: TaskWork, id: string): AskedAhead | undefined =>
    work.modules.find((module) => moduleIdOf(module) === id)?.ahead;

  const early = (): TaskEvent => ({
    kind: "module-specified",
    question: 3,
    usage: [],
    module_id: "MM-0002",
    activity: "specify",
    contract_changed: false,
    tests_changed: false,
  });

  it("asks for one specification at a time unless more are allowed", () => {
    expect(openQuestions(planned(...three))).toEqual([{ id: "MM-0001", question: 2 }]);
    expect(openQuestions(sideBySide(2, ...three))).toEqual([
      { id: "MM-0001", question: 2 },
      { id: "MM-0002", question: 3 },
    ]);
  });

  it("does not ask ahead for dependants of a module that has not shipped, nor beyond its limit", () => {
    const four = [...three, { id: "MM-0004" }, { id: "MM-0005" }];
    expect(openQuestions(sideBySide(3, ...four)).map(({ id }) => id)).toEqual(["MM-0001", "MM-0002", "MM-0004"]);
  });

  it("keeps an early answer for its turn: no commit overtakes another", () => {
    const work = sideBySide(2, ...three);
    const kept = moved(work, early());
    expect(stepOf(kept, "MM-0002")).toEqual({ step: "waiting" });
    expect(aheadOf(kept, "MM-0002")?.outcome).toEqual({ kind: "specified" });
    expect(stepOf(specified(kept), "MM-0001").step).toBe("gating");
    const failed = moved(kept, { kind: "module-failed", module_id: "MM-0001", cause: CALL_FAILED });
    expect(stepOf(failed, "MM-0002")).toEqual({ step: "committing", activity: "specify", question: 3, gates: ["red"] });
    expect(aheadOf(failed, "MM-0002")).toBeUndefined();
  });

  it("takes an early answer once", () => {
    const event = early();
    const again = applyTaskEvent(moved(sideBySide(2, ...three), event), event);
    expect(!again.ok && again.refusal.code).toBe("stale-answer");
  });

  it("has the same result in any order of answers, and asks nothing twice", () => {
    fc.assert(
      fc.property(graph, failing, fc.integer({ min: 1, max: 4 }), draws, draws, (edges, fails, count, one, other) => {
        const modules = IDS.map((id, index) => ({
          id,
          depends_on: IDS.filter((_, earlier) => earlier < index && edges[index]?.[earlier] === true),
        }));
        const work = sideBySide(count, ...modules);
        const end = played(work, one, new Set(fails));
        expect(played(work, other, new Set(fails))).toEqual(end);
        // Side by side or one after the other: the same modules ship, fail or are given up.
        const alone = played(sideBySide(1, ...modules), one, new Set(fails));
        expect(alone.modules.map(({ step }) => step.step)).toEqual(end.modules.map(({ step }) => step.step));
        expect(Object.values(end.asked).every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
