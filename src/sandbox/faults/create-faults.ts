import { draw } from "./draw.js";
import type {
  DeliveryFault,
  DeliveryRule,
  FaultPlan,
  Occasion,
  RequestFault,
  RequestRule,
  Seed,
} from "./fault-plan.js";
import { matchesRoute, type Route } from "./route-pattern.js";

/** The part of a request that a decision needs. `token` is set if it carries an installation token. */
type FaultyRequest = Route & { readonly token?: string };

/** What to do with a request. An expired token stays expired. */
export type RequestAction =
  | { readonly kind: "pass" }
  | { readonly kind: "answer"; readonly fault: Extract<RequestFault, { kind: "answer" | "rate_limit" }> }
  | { readonly kind: "do-then-time-out"; readonly afterMs: number }
  | { readonly kind: "stale-read"; readonly seconds: number };

export type DeliveryAction =
  | { readonly kind: "deliver" }
  | { readonly kind: "drop" }
  | { readonly kind: "repeat"; readonly times: number }
  | { readonly kind: "delay"; readonly ms: number }
  /** The number of later deliveries that go first. */
  | { readonly kind: "shuffle"; readonly behind: number };

/** Decides for each call. Equal plan, seed and calls give equal faults, whatever the time and other activity. */
export type Faults = {
  readonly seed: Seed;
  readonly onRequest: (request: FaultyRequest) => RequestAction;
  readonly onDelivery: (delivery: { readonly event: string; readonly action: string | null }) => DeliveryAction;
};

const UNAUTHORIZED: RequestAction = { kind: "answer", fault: { kind: "answer", status: 401 } };

export function createFaults(plan: FaultPlan, seed: Seed): Faults {
  const counted = new Map<string, number>();
  const expired = new Set<string>();

  const next = (key: string): number => {
    const count = (counted.get(key) ?? 0) + 1;
    counted.set(key, count);
    return count;
  };

  /** Every rule counts its calls, also after another rule matched: an added rule must not shift the others. */
  const strike = <R extends RequestRule | DeliveryRule>(
    rules: readonly R[],
    name: string,
    applies: (rule: R) => boolean,
  ): { rule: R; luck: number } | undefined => {
    const struck = rules.flatMap((rule, index) => {
      if (!applies(rule)) return [];
      const call = next(`${index} ${name}`);
      if (!isDue(rule.when, call, draw(seed, "when", index, name, call))) return [];
      return [{ rule, luck: draw(seed, "luck", index, name, call) }];
    });
    return struck[0];
  };

  return {
    seed,
    onRequest: (request) => {
      const { method, path, token } = request;
      const found = strike(
        plan.requests,
        `${method} ${path}`,
        (rule) => matchesRoute(rule.route, request) && (rule.fault.kind !== "expire_token" || token !== undefined),
      );
      if (found?.rule.fault.kind === "expire_token" && token !== undefined) expired.add(token);
      if (token !== undefined && expired.has(token)) return UNAUTHORIZED;
      return found === undefined ? { kind: "pass" } : requestAction(found.rule.fault);
    },
    onDelivery: ({ event, action }) => {
      const name = action === null ? event : `${event}.${action}`;
      const found = strike(plan.deliveries, name, (rule) => ["*", event, name].includes(rule.event));
      return found === undefined ? { kind: "deliver" } : deliveryAction(found.rule.fault, found.luck);
    },
  };
}

function isDue(when: Occasion, call: number, luck: number): boolean {
  if ("calls" in when) return when.calls.includes(call);
  if ("every" in when) return call % when.every === 0;
  return luck < when.chance;
}

function requestAction(fault: RequestFault): RequestAction {
  switch (fault.kind) {
    case "answer":
    case "rate_limit":
      return { kind: "answer", fault };
    case "do_then_time_out":
      return { kind: "do-then-time-out", afterMs: fault.after_ms };
    case "stale_read":
      return { kind: "stale-read", seconds: fault.seconds };
    case "expire_token":
      return UNAUTHORIZED;
    default:
      return fault satisfies never;
  }
}

function deliveryAction(fault: DeliveryFault, luck: number): DeliveryAction {
  switch (fault.kind) {
    case "drop":
      return { kind: "drop" };
    case "repeat":
      return { kind: "repeat", times: fault.times };
    case "delay":
      return { kind: "delay", ms: fault.ms };
    case "shuffle": {
      const behind = Math.floor(luck * (fault.window + 1));
      return behind === 0 ? { kind: "deliver" } : { kind: "shuffle", behind };
    }
    default:
      return fault satisfies never;
  }
}
