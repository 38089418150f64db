import type { DeliveryPlan, InterceptedRequest, Interceptor } from "../forge/http/interceptors.js";
import { type Reply, reply } from "../forge/http/reply.js";
import { createFaults, type DeliveryAction, type RequestAction } from "./create-faults.js";
import { faultAnswer } from "./fault-answer.js";
import type { FaultPlan, Seed } from "./fault-plan.js";
import { matchesRoute, type Route } from "./route-pattern.js";
import { createStaleReads } from "./stale-reads.js";

/** The parts of the forge that faults need. */
export type FaultyForge = { readonly intercept: (interceptor: Interceptor) => () => void };

export type FaultOptions = {
  readonly seed: Seed;
  /** The forge's clock, in milliseconds, for headers and the age of reads. It decides nothing. */
  readonly clock: () => number;
  readonly log: (line: string) => void;
};

/** Adds the planned faults to a forge and reports the seed. Returns a function that removes the faults. */
export function installFaults(forge: FaultyForge, plan: FaultPlan, options: FaultOptions): () => void {
  options.log(`faults: seed ${options.seed}`);
  return forge.intercept(faultInterceptor(plan, options));
}

/** The interceptor alone: it decides before the request, and remembers the decision until after it. */
export function faultInterceptor(plan: FaultPlan, { seed, clock, log }: FaultOptions): Interceptor {
  const faults = createFaults(plan, seed);
  const decided = new WeakMap<InterceptedRequest, RequestAction>();
  const reads = createStaleReads<Reply>(longestLag(plan));

  return {
    beforeRequest: (request) => {
      const route = routeOf(request);
      const token = installationToken(request.headers.authorization);
      const action = faults.onRequest({ ...route, ...(token === undefined ? {} : { token }) });
      decided.set(request, action);
      if (action.kind !== "pass") log(`faults: ${route.method} ${route.path}: ${wordsFor(action)}`);
      if (action.kind === "answer") {
        const { status, headers, json } = faultAnswer(action, clock() / 1000);
        return { kind: "answer", reply: reply(status, json, headers) };
      }
      if (action.kind !== "stale-read" || isMutation(request)) return { kind: "pass" };
      const stale = reads.recall(readKey(request), action.seconds, clock());
      return stale === undefined ? { kind: "pass" } : { kind: "answer", reply: stale };
    },
    afterRequest: (request, answer) => {
      const action = decided.get(request);
      if (action?.kind === "do-then-time-out") return { kind: "hang-up", afterMs: action.afterMs };
      const isOriginal = action?.kind === "pass" && answer.status === 200;
      if (isOriginal && canBeStale(plan, request)) reads.remember(readKey(request), answer, clock());
      return { kind: "pass" };
    },
    beforeDelivery: (delivery) => {
      const action = faults.onDelivery(delivery);
      if (action.kind !== "deliver") log(`faults: delivery ${delivery.event} ${delivery.guid}: ${wordsFor(action)}`);
      return deliveryPlan(action);
    },
  };
}

function deliveryPlan(action: DeliveryAction): DeliveryPlan {
  switch (action.kind) {
    case "deliver":
      return [{}];
    case "drop":
      return [];
    case "repeat":
      return Array.from({ length: action.times + 1 }, () => ({}));
    case "delay":
      return [{ afterMs: action.ms }];
    case "shuffle":
      return [{ behind: action.behind }];
    default:
      return action satisfies never;
  }
}

/** Requests without a template are named by their form, so that one rule fits every repository. */
function routeOf({ method, path, template }: InterceptedRequest): Route {
  if (template !== undefined) return { method, path: template };
  if (path === "/api/graphql") return { method, path: "/graphql" };
  return { method, path: path.replace(/^\/[^/]+\/[^/]+?\.git\//, "/{owner}/{repo}.git/") };
}

/** Only these expire within an hour; an App's JWT and a person's token do not. */
function installationToken(authorization: string | undefined): string | undefined {
  const [, scheme = "", value = ""] = /^(\w+)\s+(\S+)$/.exec(authorization ?? "") ?? [];
  const token =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(value, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : value;
  return token.startsWith("ghs_") ? token : undefined;
}

/** One reader's request to one address. An installation's tokens change every hour, but the reader stays the same. */
function readKey(request: InterceptedRequest): string {
  const { path, search, headers, body } = request;
  const reader = installationToken(headers.authorization) === undefined ? headers.authorization : "installation";
  return JSON.stringify([path, search, reader ?? "", headers.accept ?? "", body.toString()]);
}

/** A lagging replica serves reads, never writes. */
function isMutation({ path, body }: InterceptedRequest): boolean {
  return path === "/api/graphql" && /"query":\s*"\s*mutation/.test(body.toString());
}

function canBeStale(plan: FaultPlan, request: InterceptedRequest): boolean {
  if (isMutation(request)) return false;
  const route = routeOf(request);
  return plan.requests.some((rule) => rule.fault.kind === "stale_read" && matchesRoute(rule.route, route));
}

function longestLag(plan: FaultPlan): number {
  return Math.max(0, ...plan.requests.map(({ fault }) => (fault.kind === "stale_read" ? fault.seconds : 0)));
}

function wordsFor(action: RequestAction | DeliveryAction): string {
  const { kind, ...rest } = action;
  return Object.keys(rest).length === 0 ? kind : `${kind} ${JSON.stringify(rest)}`;
}
