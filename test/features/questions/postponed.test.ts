import { describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import { reduce } from "../../../src/engine/reduce.js";
import { nextTry, patienceEnds } from "../../../src/features/questions/postponed.js";
import { aUsageLine } from "../../support/artifacts.js";
import { FIRST_TASK, NOW, planning } from "../../support/loop.js";

const START = Date.parse(NOW);
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const minutesTo = (instant: string | null) => (instant === null ? null : (Date.parse(instant) - START) / 60_000);
const tryAfter = (minutes: number, retryAfterMs?: number) =>
  minutesTo(nextTry({ now: at(minutes), since: NOW, retryAfterMs }));

describe("a question whose model is unavailable", () => {
  it("is asked again after growing pauses, for an hour and then no more", () => {
    const tries: number[] = [];
    for (let next = tryAfter(0); next !== null; next = tryAfter(next)) tries.push(next);
    expect(tries).toEqual([1, 2, 4, 8, 16, 31, 46, 60]);
  });

  it("is asked when the provider said, but not after the end of that hour", () => {
    expect(tryAfter(0, 10 * 60_000)).toBe(10);
    expect(tryAfter(31, 60 * 60_000)).toBe(60);
    expect(patienceEnds({ since: NOW })).toBe(at(60));
  });

  it("starts to wait with the first failure", () => {
    expect(minutesTo(nextTry({ now: NOW }))).toBe(1);
  });
});

describe("the state of a postponed question", () => {
  const job = `${FIRST_TASK}:1`;
  const refused = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 0, outcome: "overloaded" });
  const answered = aUsageLine({ at: NOW, task: FIRST_TASK });
  const postponed = (minutes: number) =>
    ({ kind: "question-postponed", at: at(minutes), job, why: "529", usage: [answered, refused] }) as const;
  const away = orThrow(reduce(planning, { ...postponed(0), usage: [answered, refused] }));

  it("has the start of the wait; the question stays open, and paid calls are paid", () => {
    expect(away.postponed).toEqual({ [job]: { since: at(0), why: "529" } });
    expect(away.work).toEqual(planning.work);
    expect(away.spent.project.calls).toBe(planning.spent.project.calls + 2);
  });

  it("counts from the first time, also if a try costs something", () => {
    const later = orThrow(reduce(away, { ...postponed(5), usage: [answered, refused] }));
    expect(later.postponed?.[job]?.since).toBe(at(0));
  });

  it("is removed as soon as the model gives any answer, and not by a call that failed", () => {
    const charged = (usage: (typeof answered)[]) => orThrow(reduce(away, { kind: "calls-charged", at: NOW, usage }));
    expect(charged([answered])).not.toHaveProperty("postponed");
    expect(charged([refused]).postponed).toEqual(away.postponed);
  });

  it("is removed when a person continues the project", () => {
    const updated = (kind: "project-paused" | "project-resumed") =>
      ({ kind: "project-updated", at: NOW, event: { kind, at: NOW } }) as const;
    const paused = orThrow(reduce(away, updated("project-paused")));
    expect(paused.postponed).toEqual(away.postponed);
    expect(orThrow(reduce(paused, updated("project-resumed")))).not.toHaveProperty("postponed");
  });
});
