import type { CallFailure, CallResult } from "../model-provider.js";

/**
 * The most attempts of one call. If a model is down for longer, the task waits with a reason instead of a sleeping job
 * (decisions.md#paced-writes): the caller puts the question off (`src/roles/asking/ask-again-later.ts`).
 */
export const MAX_ATTEMPTS = 3;

/** The longest pause between two attempts. If the provider requests more, there is no second attempt now. */
export const LONGEST_WAIT_MS = 30_000;

const FIRST_WAIT_MS = 1_000;

/** A pause that a cancellation ends at once. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type Attempts = { readonly result: CallResult; readonly failures: readonly CallFailure[] };

/** Repeats a call after temporary faults. `failures` are the attempts before the last. Each may have cost something. */
export async function callAgain(
  call: () => Promise<CallResult>,
  {
    wait,
    signal,
    attempts,
    mayRepeat,
  }: {
    readonly wait: Wait;
    readonly signal: AbortSignal;
    readonly attempts: number;
    /** Whether the limits allow another attempt after these. */
    readonly mayRepeat: (failures: readonly CallFailure[]) => Promise<boolean>;
  },
): Promise<Attempts> {
  const failures: CallFailure[] = [];
  for (;;) {
    const result = await call();
    if (result.kind !== "failure") return { result, failures };
    const delay = delayBefore(result, failures.length + 2);
    if (delay === null || failures.length + 1 >= attempts) return { result, failures };
    await wait(delay, signal);
    if (!(await mayRepeat([...failures, result]))) return { result, failures };
    failures.push(result);
  }
}

/** The pause before attempt number `next`, or null if there is no further attempt. */
function delayBefore({ passing, retryAfter }: CallFailure, next: number): number | null {
  if (!passing || next > MAX_ATTEMPTS) return null;
  const delay = retryAfter ?? FIRST_WAIT_MS * 4 ** (next - 2);
  return delay <= LONGEST_WAIT_MS ? delay : null;
}
