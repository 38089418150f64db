import { LimitedUntil } from "../../domain/errors.js";

/** Timers, injected. */
export type Alarm = { set(milliseconds: number, ring: () => void): { cancel(): void } };

export type ReconcileAgain<Who> = ReturnType<typeof createReconcileAgain<Who>>;

/**
 * A rate limit is a stated wait and no failure: the repository is reconciled again once when it ends, however often the
 * limit was hit.
 */
export function createReconcileAgain<Who>({
  trigger,
  keyOf,
  now,
  alarm,
}: {
  readonly trigger: (who: Who) => void;
  readonly keyOf: (who: Who) => string;
  readonly now: () => number;
  readonly alarm: Alarm;
}) {
  const waiting = new Map<string, { readonly until: string; readonly who: Who; cancel(): void }>();
  function reconcileAt(until: string, who: Who): void {
    const key = keyOf(who);
    const known = waiting.get(key);
    if (known !== undefined && known.until >= until) return;
    known?.cancel();
    const { cancel } = alarm.set(Math.max(0, Date.parse(until) - now()), () => {
      waiting.delete(key);
      trigger(who);
    });
    waiting.set(key, { until, who, cancel });
  }
  return {
    reconcileAt,
    reconcileIn: (milliseconds: number, who: Who): void =>
      reconcileAt(new Date(now() + milliseconds).toISOString(), who),
    isWaiting: (who: Who): boolean => waiting.has(keyOf(who)),
    /** Removes the wait. */
    forget(isMeant: (who: Who) => boolean): void {
      for (const [key, { who, cancel }] of waiting) {
        if (!isMeant(who)) continue;
        cancel();
        waiting.delete(key);
      }
    },
    /** Whether the error was such a wait; other errors are reported elsewhere. */
    takes(error: unknown, who: Who): error is LimitedUntil {
      if (!(error instanceof LimitedUntil)) return false;
      reconcileAt(error.until, who);
      return true;
    },
    stop(): void {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
