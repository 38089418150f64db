/** The signals that stop a job: a cancellation, or its timeout. */
export type JobSignals = {
  /** The signal for the next step. After a cancellation only the deadline for cleaning up counts. */
  readonly forStep: () => AbortSignal;
  readonly isStopped: () => boolean;
  readonly isTimedOut: () => boolean;
  /** True when no further step may start. */
  readonly isOver: () => boolean;
  readonly end: () => void;
};

/** GitHub gives `always()` steps five minutes after a cancellation: `cleanUpMs`. */
export function createJobSignals(options: {
  readonly cancel: AbortSignal;
  readonly timeoutMs: number;
  readonly cleanUpMs: number;
  /** Also ends the time for cleaning up. */
  readonly halt?: AbortSignal | undefined;
}): JobSignals {
  const soft = new AbortController();
  const hard = new AbortController();
  let timedOut = false;
  let cleanUp: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (soft.signal.aborted) return;
    cleanUp = setTimeout(() => hard.abort(), options.cleanUpMs);
    soft.abort();
  };
  const deadline = setTimeout(() => {
    timedOut = !soft.signal.aborted;
    stop();
  }, options.timeoutMs);
  const halt = (): void => {
    stop();
    hard.abort();
  };
  if (options.halt?.aborted === true) halt();
  else options.halt?.addEventListener("abort", halt, { once: true });
  if (options.cancel.aborted) stop();
  else options.cancel.addEventListener("abort", stop, { once: true });
  return {
    forStep: () => (soft.signal.aborted ? hard.signal : soft.signal),
    isStopped: () => soft.signal.aborted,
    isTimedOut: () => timedOut,
    isOver: () => hard.signal.aborted,
    end: () => {
      options.cancel.removeEventListener("abort", stop);
      options.halt?.removeEventListener("abort", halt);
      clearTimeout(deadline);
      clearTimeout(cleanUp);
    },
  };
}
