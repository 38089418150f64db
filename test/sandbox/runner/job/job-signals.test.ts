import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createJobSignals } from "../../../../src/sandbox/runner/job/job-signals.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aJob() {
  const cancel = new AbortController();
  const halt = new AbortController();
  const signals = createJobSignals({ cancel: cancel.signal, halt: halt.signal, timeoutMs: 1_000, cleanUpMs: 500 });
  return { cancel, halt, signals };
}

it("the runner stops a cancelled job's step and leaves it time for cleaning up", () => {
  const { cancel, signals } = aJob();
  const step = signals.forStep();
  cancel.abort();
  expect([step.aborted, signals.isStopped(), signals.isOver(), signals.forStep().aborted]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  vi.advanceTimersByTime(500);
  expect([signals.isOver(), signals.forStep().aborted]).toEqual([true, true]);
});

it("the runner leaves no time at all when the machine goes off, also while it cleans up", () => {
  const { cancel, halt, signals } = aJob();
  const step = signals.forStep();
  cancel.abort();
  const cleaning = signals.forStep();
  halt.abort();
  expect([step.aborted, cleaning.aborted, signals.isOver(), signals.isTimedOut()]).toEqual([true, true, true, false]);
});

it("the runner starts nothing on a machine that is off already", () => {
  const signals = createJobSignals({
    cancel: new AbortController().signal,
    halt: AbortSignal.abort(),
    timeoutMs: 1_000,
    cleanUpMs: 500,
  });
  expect([signals.isStopped(), signals.isOver(), signals.forStep().aborted]).toEqual([true, true, true]);
  signals.end();
});

it("the runner distinguishes a time-out from a cancellation", () => {
  const { signals } = aJob();
  vi.advanceTimersByTime(1_000);
  expect([signals.isTimedOut(), signals.isStopped()]).toEqual([true, true]);
});
