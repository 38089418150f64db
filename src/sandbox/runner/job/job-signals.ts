/** When a job must stop: told to, or out of time. */
export type JobSignals = {
  /** For the step that starts now. After a cancellation only the deadline for cleaning up still counts. */
  readonly forStep: () => AbortSignal;
  readonly isStopped: () => boolean;
  readonly isTimedOut: () => boolean;
  /** Past this nothing more is started. */
  readonly isOver: () => boolean;
  readonly end: () => void;
};

/** GitHub gives `always()` steps five minutes after a cancellation; `cleanUpMs` is that. */
export function createJobSignals(options: {
  readonly cancel: AbortSignal;
  readonly timeoutMs: number;
  readonly cleanUpMs: number;
  /** Ends the time for cleaning up as well. */
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
