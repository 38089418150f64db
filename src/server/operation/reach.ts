/** Whether GitHub has answered lately, and if not, why. */
export type Reached = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** How long an answer counts. Probes come every few seconds, but GitHub is asked far less often. */
const FRESH_MS = 2 * 60_000;
const BETWEEN_TRIES_MS = 15_000;
const PATIENCE_MS = 5_000;

/** Asks GitHub with the App's own key, at most every few minutes while it answers, however often it is probed. */
export function createReach({
  ask,
  explain,
  now,
  answeredAt: firstAnswer = Number.NEGATIVE_INFINITY,
  giveUp = (ms) => new Promise((_, fail) => setTimeout(() => fail(new Error(`no answer in ${ms} ms`)), ms).unref()),
}: {
  readonly ask: () => Promise<unknown>;
  /** Why it failed, in words. */
  readonly explain: (error: unknown) => string;
  readonly now: () => number;
  /** When GitHub last answered. */
  readonly answeredAt?: number;
  readonly giveUp?: (ms: number) => Promise<never>;
}): () => Promise<Reached> {
  let answeredAt = firstAnswer;
  let triedAt = Number.NEGATIVE_INFINITY;
  let why = "GitHub has not been asked yet";
  let trying: Promise<void> | null = null;

  async function attempt(): Promise<void> {
    triedAt = now();
    try {
      await Promise.race([ask(), giveUp(PATIENCE_MS)]);
      answeredAt = now();
    } catch (error) {
      why = explain(error);
    } finally {
      trying = null;
    }
  }

  return async () => {
    const isFresh = () => now() - answeredAt < FRESH_MS;
    if (!isFresh() && now() - triedAt >= BETWEEN_TRIES_MS) trying ??= attempt();
    if (trying !== null) await trying;
    return isFresh() ? { ok: true } : { ok: false, why };
  };
}
