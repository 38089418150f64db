import { describe, expect, it } from "vitest";
import type { AssertionResult } from "../../../src/domain/enforcement/assertion-result.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import {
  gated,
  gates,
  lock,
  moved,
  openQuestion,
  planned,
  proposed,
  sha,
  specified,
  stepOf,
} from "../../support/task-work.js";

const MODULE = "MM-0001";

function verdict(passed: boolean, type: "assert" | "suggest" = "assert"): AssertionResult {
  return {
    assertion: {
      type,
      condition: "c",
      message: "Keeps no state",
      check: { type: "semantic", target: "a", criterion: "c" },
    },
    passed,
    tier: "judge",
    expected: "a: c",
    actual: "by line 3",
  };
}

/** Green gates of a contract with semantic assertions. */
function green(work: TaskWork): TaskWork {
  const requested = moved(work, { kind: "gates-requested", module_id: MODULE, gates: gates() });
  return moved(requested, { kind: "gates-concluded", module_id: MODULE, failures: [], lock, to_judge: true });
}

const atJudge = () => green(proposed(gated(specified(planned({ id: MODULE }))), "implement"));

function judged(work: TaskWork, result: AssertionResult, left = 0): TaskWork {
  const question = openQuestion(work, "judge");
  return moved(work, { kind: "module-judged", question, usage: [], module_id: MODULE, result, left });
}

const resultsOf = (work: TaskWork) => work.modules[0]?.meaning;

describe("the judge", () => {
  it("is asked after green gates, about that head", () => {
    expect(stepOf(atJudge())).toMatchObject({ step: "asking", activity: "judge", after: "implement", attempt: 1 });
    expect(resultsOf(atJudge())).toEqual({ head: sha("6"), results: [] });
  });

  it("is asked one question after the other, each persisted", () => {
    const once = judged(atJudge(), verdict(true), 1);
    expect(stepOf(once)).toMatchObject({ step: "asking", activity: "judge", attempt: 2, after: "implement" });
    expect(resultsOf(once)?.results).toEqual([verdict(true)]);
  });

  it("passes the work on to the challenge if everything holds", () => {
    expect(stepOf(judged(judged(atJudge(), verdict(true), 1), verdict(true)))).toMatchObject({ activity: "challenge" });
  });

  it("only advises if it is asked for advice", () => {
    const work = judged(atJudge(), verdict(false, "suggest"));
    expect(stepOf(work)).toMatchObject({ activity: "challenge" });
    expect(resultsOf(work)?.results).toEqual([verdict(false, "suggest")]);
  });

  it("blocks like a red gate if it is asked for a requirement: the next attempt keeps the files and gets the reason", () => {
    const work = judged(judged(atJudge(), verdict(false), 1), verdict(true));
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "implement", from: "head", attempt: 2 });
    expect(work.modules[0]).toMatchObject({
      progress: { gate_attempts: 1 },
      failures: [{ validator: "assertion semantic" }],
    });
  });

  it("starts again with the next green head", () => {
    const again = green(proposed(judged(atJudge(), verdict(false)), "implement"));
    expect(resultsOf(again)?.results).toEqual([]);
  });

  it("is not asked if the contract has no semantic assertions", () => {
    expect(stepOf(gated(proposed(gated(specified(planned({ id: MODULE }))), "implement")))).toMatchObject({
      activity: "challenge",
    });
  });

  it("cannot answer twice", () => {
    const late: TaskEvent = {
      kind: "module-judged",
      question: 99,
      usage: [],
      module_id: MODULE,
      result: verdict(true),
      left: 0,
    };
    expect(applyTaskEvent(atJudge(), late)).toMatchObject({ ok: false, refusal: { code: "stale-answer" } });
  });
});
