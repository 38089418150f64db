/**
 * The primary limits, counted per token and hour and reported in headers. REST counts requests, and refuses only when the forge is
 * asked to; GraphQL counts points in a bucket of its own, and refuses as GitHub does.
 */
import type { Caller } from "../context.js";
import { accountOf } from "../context.js";

const HOUR_MS = 3_600_000;
const DEFAULT_LIMIT = 5000;
const ANONYMOUS_LIMIT = 60;

export type RateLimit = {
  readonly resource: "core" | "graphql";
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset: number;
  /** More requests were made than the enforced limit allows. */
  readonly spent: boolean;
};

export type RateCounter = {
  /** Counts one request, or the points that it costs. */
  count(caller: Caller, cost?: number): RateLimit;
  /** A conditional request that was answered 304 is free (decisions.md#github-limits). */
  refund(caller: Caller): void;
  peek(caller: Caller): RateLimit;
};

/** The two buckets. */
export type Rates = { readonly core: RateCounter; readonly graphql: RateCounter };

export type EnforcedLimits = {
  /** Requests an hour; without a number none is refused. */
  readonly rateLimit: number | undefined;
  /** Points an hour. */
  readonly graphqlRateLimit: number | undefined;
};

export function createRates(
  clock: () => number,
  { rateLimit, graphqlRateLimit = DEFAULT_LIMIT }: EnforcedLimits,
): Rates {
  return {
    core: createRateCounter(clock, { resource: "core", enforced: rateLimit }),
    graphql: createRateCounter(clock, { resource: "graphql", enforced: graphqlRateLimit }),
  };
}

type Bucket = { readonly resource: RateLimit["resource"]; readonly enforced: number | undefined };

export function createRateCounter(clock: () => number, { resource, enforced }: Bucket): RateCounter {
  const windows = new Map<string, { used: number; reset: number }>();
  const windowOf = (caller: Caller) => {
    const key = keyOf(caller);
    const known = windows.get(key);
    if (known !== undefined && known.reset > clock()) return known;
    const fresh = { used: 0, reset: clock() + HOUR_MS };
    windows.set(key, fresh);
    return fresh;
  };
  const show = (caller: Caller, { used, reset }: { used: number; reset: number }, cost = 0): RateLimit => {
    const limit = enforced ?? (caller.kind === "anonymous" ? ANONYMOUS_LIMIT : DEFAULT_LIMIT);
    // The last question may cost more than what was left of the hour.
    const spent = enforced !== undefined && used - cost >= enforced;
    // Zero remaining announces a refusal, so a forge that never refuses must not report it.
    const least = enforced === undefined ? 1 : 0;
    return { resource, limit, used, remaining: Math.max(least, limit - used), reset: Math.floor(reset / 1000), spent };
  };
  return {
    count(caller, cost = 1) {
      const window = windowOf(caller);
      window.used += cost;
      return show(caller, window, cost);
    },
    refund(caller) {
      windowOf(caller).used -= 1;
    },
    peek: (caller) => show(caller, windowOf(caller)),
  };
}

function keyOf(caller: Caller): string {
  return caller.kind === "installation"
    ? `installation ${caller.installation.id}`
    : `${caller.kind} ${accountOf(caller)?.id ?? ""}`;
}

export function rateHeaders({ resource, limit, used, remaining, reset }: RateLimit): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-used": String(used),
    "x-ratelimit-resource": resource,
  };
}
