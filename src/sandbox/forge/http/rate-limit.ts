/** The primary limit: counted per token and hour, told in headers, refused only when the forge is asked to. */
import type { Caller } from "../context.js";
import { accountOf } from "../context.js";

const HOUR_MS = 3_600_000;
const DEFAULT_LIMIT = 5000;
const ANONYMOUS_LIMIT = 60;

export type RateLimit = {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset: number;
  /** More was asked for than the enforced limit allows. */
  readonly spent: boolean;
};

export type RateCounter = {
  /** Counts one request. */
  count(caller: Caller): RateLimit;
  /** A conditional request that was answered 304 is free (decisions.md#github-limits). */
  refund(caller: Caller): void;
  look(caller: Caller): RateLimit;
};

export function createRateCounter(clock: () => number, enforced: number | undefined): RateCounter {
  const windows = new Map<string, { used: number; reset: number }>();
  const windowOf = (caller: Caller) => {
    const key = keyOf(caller);
    const known = windows.get(key);
    if (known !== undefined && known.reset > clock()) return known;
    const fresh = { used: 0, reset: clock() + HOUR_MS };
    windows.set(key, fresh);
    return fresh;
  };
  const show = (caller: Caller, { used, reset }: { used: number; reset: number }): RateLimit => {
    const limit = enforced ?? (caller.kind === "anonymous" ? ANONYMOUS_LIMIT : DEFAULT_LIMIT);
    const spent = enforced !== undefined && used > enforced;
    // Nothing remaining is a refusal to come: a forge that refuses nothing must not announce one.
    const least = enforced === undefined ? 1 : 0;
    return { limit, used, remaining: Math.max(least, limit - used), reset: Math.floor(reset / 1000), spent };
  };
  return {
    count(caller) {
      const window = windowOf(caller);
      window.used += 1;
      return show(caller, window);
    },
    refund(caller) {
      windowOf(caller).used -= 1;
    },
    look: (caller) => show(caller, windowOf(caller)),
  };
}

function keyOf(caller: Caller): string {
  return caller.kind === "installation"
    ? `installation ${caller.installation.id}`
    : `${caller.kind} ${accountOf(caller)?.id ?? ""}`;
}

export function rateHeaders({ limit, used, remaining, reset }: RateLimit): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-used": String(used),
    "x-ratelimit-resource": "core",
  };
}
