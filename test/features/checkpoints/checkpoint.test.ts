import { describe, expect, it } from "vitest";
import {
  type CheckpointFacts,
  CheckpointRecord,
  dueCheckpoint,
  NO_CHECKPOINT_YET,
  setBudget,
} from "../../../src/features/checkpoints/checkpoint.js";

const LIMITS = { warn_usd: 5, hard_usd: 25 };
const QUIET: CheckpointFacts = {
  spent_usd: 0,
  limits: LIMITS,
  finished_tasks: 0,
  every_tasks: null,
  failed_runs: [],
  chosen_runs: [],
};

const due = (facts: Partial<CheckpointFacts>, record = NO_CHECKPOINT_YET) =>
  dueCheckpoint(record, { ...QUIET, ...facts });

describe("a checkpoint", () => {
  it("is not due if nothing happened, and the record stays", () => {
    expect(due({})).toEqual({ triggers: [], failed: [], record: NO_CHECKPOINT_YET });
  });

  it.each([
    { spent_usd: 4.99, triggers: [] },
    { spent_usd: 5, triggers: ["budget-warning"] },
    { spent_usd: 22.49, triggers: ["budget-warning"] },
    { spent_usd: 22.5, triggers: ["budget-critical", "budget-warning"] },
    { spent_usd: 24.99, triggers: ["budget-critical", "budget-warning"] },
    { spent_usd: 25, triggers: ["budget-exhausted", "budget-critical", "budget-warning"] },
    { spent_usd: 30, triggers: ["budget-exhausted", "budget-critical", "budget-warning"] },
  ])("at $spent_usd USD: $triggers", ({ spent_usd, triggers }) => {
    expect(due({ spent_usd }).triggers).toEqual(triggers);
  });

  it("fires once per threshold", () => {
    const warned = due({ spent_usd: 6 });
    expect(due({ spent_usd: 7 }, warned.record).triggers).toEqual([]);
    const critical = due({ spent_usd: 23 }, warned.record);
    expect(critical.triggers).toEqual(["budget-critical"]);
    expect(due({ spent_usd: 24 }, critical.record).triggers).toEqual([]);
  });

  it.each([
    { finished_tasks: 2, triggers: [] },
    { finished_tasks: 3, triggers: ["scheduled"] },
    { finished_tasks: 5, triggers: ["scheduled"] },
  ])("is scheduled every 3 tasks: after $finished_tasks", ({ finished_tasks, triggers }) => {
    expect(due({ finished_tasks, every_tasks: 3 }).triggers).toEqual(triggers);
  });

  it("counts the next interval from the last scheduled one, and asks once", () => {
    const { record } = due({ finished_tasks: 3, every_tasks: 3 });
    expect(due({ finished_tasks: 3, every_tasks: 3 }, record).triggers).toEqual([]);
    expect(due({ finished_tasks: 5, every_tasks: 3 }, record).triggers).toEqual([]);
    expect(due({ finished_tasks: 6, every_tasks: 3 }, record).triggers).toEqual(["scheduled"]);
  });

  it("is never scheduled if the schedule is off", () => {
    expect(due({ finished_tasks: 100 }).triggers).toEqual([]);
  });

  it("is forced by a test failure, whatever the schedule, once per failed run", () => {
    const failed = due({ failed_runs: ["run-1"] });
    expect(failed.triggers).toEqual(["test-failure"]);
    expect(due({ failed_runs: ["run-1"] }, failed.record).triggers).toEqual([]);
    expect(due({ failed_runs: ["run-2"] }, failed.record).triggers).toEqual(["test-failure"]);
    expect(due({}, failed.record).record.failed_run).toBe("run-1");
  });

  it("reports each of several failures once, whichever is repaired first", () => {
    const first = due({ failed_runs: ["run-2"] });
    const second = due({ failed_runs: ["run-1", "run-2"] }, first.record);
    expect(second).toMatchObject({ triggers: ["test-failure"], failed: ["run-1"] });
    expect(due({ failed_runs: ["run-1", "run-2"] }, second.record).triggers).toEqual([]);
    expect(due({ failed_runs: ["run-2"] }, second.record).triggers).toEqual([]);
    expect(due({ failed_runs: ["run-1"] }, second.record).triggers).toEqual([]);
  });

  it("reports simultaneous failures together, and forgets repaired ones", () => {
    const both = due({ failed_runs: ["run-1", "run-2"] });
    expect(both).toMatchObject({ triggers: ["test-failure"], failed: ["run-1", "run-2"] });
    expect(both.record).toMatchObject({ failed_run: "run-2", failed_before: ["run-1"] });
    const { record } = due({ failed_runs: ["run-2", "run-3"] }, both.record);
    expect(CheckpointRecord.parse(record)).toMatchObject({ failed_run: "run-3", failed_before: ["run-2"] });
    expect(due({ failed_runs: [] }, record).record).not.toHaveProperty("failed_before");
  });

  it("remembers a failed run by its name, not by an empty one", () => {
    expect(CheckpointRecord.safeParse({ ...NO_CHECKPOINT_YET, failed_run: "" }).success).toBe(false);
  });

  it("names all its reasons, the most urgent first", () => {
    const all = due({ spent_usd: 24, finished_tasks: 1, every_tasks: 1, failed_runs: ["run-1"] });
    expect(all.triggers).toEqual(["budget-critical", "test-failure", "budget-warning", "scheduled"]);
    expect(CheckpointRecord.parse(all.record)).toEqual({
      fired: ["budget-warning", "budget-critical"],
      scheduled_at: 1,
      failed_run: "run-1",
    });
  });
});

describe("a new budget", () => {
  const spent_usd = 23;
  const critical = due({ spent_usd }).record;
  const set = (hard_usd: number) => setBudget(critical, { spent_usd, limits: LIMITS, hard_usd });

  it("re-arms the thresholds ahead, not those already passed", () => {
    const outcome = set(50);
    expect(outcome).toEqual({
      ok: true,
      value: { limits: { warn_usd: 5, hard_usd: 50 }, record: { ...critical, fired: ["budget-warning"] } },
    });
    if (!outcome.ok) return;
    const { limits, record } = outcome.value;
    expect(due({ spent_usd: 44.9, limits }, record).triggers).toEqual([]);
    expect(due({ spent_usd: 45, limits }, record).triggers).toEqual(["budget-critical"]);
  });

  it("re-arms the warning if it is ahead again", () => {
    const outcome = setBudget(
      { ...NO_CHECKPOINT_YET, fired: ["budget-warning"] },
      { spent_usd: 4, limits: LIMITS, hard_usd: 9 },
    );
    expect(outcome).toMatchObject({ value: { record: { fired: [] } } });
  });

  it("keeps what it has seen of schedule and failures", () => {
    const record = { fired: [], scheduled_at: 4, failed_run: "run-1" };
    expect(setBudget(record, { spent_usd: 0, limits: LIMITS, hard_usd: 50 })).toMatchObject({ value: { record } });
  });

  it("never warns after the limit", () => {
    expect(setBudget(NO_CHECKPOINT_YET, { spent_usd: 0, limits: LIMITS, hard_usd: 3 })).toMatchObject({
      value: { limits: { warn_usd: 3, hard_usd: 3 } },
    });
  });

  it.each([23, 22.99, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "of %s USD is refused at 23 USD spent",
    (hard_usd) => {
      expect(set(hard_usd)).toMatchObject({ ok: false, refusal: { code: "budget-too-low" } });
    },
  );

  it("just above the money spent is accepted", () => {
    expect(set(23.01).ok).toBe(true);
  });
});
