import { LimitedUntil } from "./errors.js";

/** Timers, given from outside. */
export type Alarm = { set(milliseconds: number, ring: () => void): { cancel(): void } };

/**
 * A limit is a stated wait and not a failure: whoever met one is looked at again the moment it ends, once, however often
 * it was met meanwhile.
 */
export function createLookAgain<Who>({
  look,
  keyOf,
  now,
  alarm,
}: {
  readonly look: (who: Who) => void;
  readonly keyOf: (who: Who) => string;
  readonly now: () => number;
  readonly alarm: Alarm;
}) {
  const waiting = new Map<string, { readonly until: string; cancel(): void }>();
  return {
    /** Says whether the error was such a wait; anything else is somebody else's to tell. */
    takes(error: unknown, who: Who): error is LimitedUntil {
      if (!(error instanceof LimitedUntil)) return false;
      const key = keyOf(who);
      const known = waiting.get(key);
      if (known !== undefined && known.until >= error.until) return true;
      known?.cancel();
      const { cancel } = alarm.set(Math.max(0, Date.parse(error.until) - now()), () => {
        waiting.delete(key);
        look(who);
      });
      waiting.set(key, { until: error.until, cancel });
      return true;
    },
    stop(): void {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
