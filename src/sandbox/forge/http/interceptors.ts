/**
 * The one seam on which faults are built. Interceptors see every request after routing and every delivery before it is
 * sent; the first one that has something to say wins.
 */
import type { DeliveryRecord } from "../records/app.js";
import type { Reply } from "./reply.js";

/** A request as an interceptor sees it. `template` is the route's: `/repos/{owner}/{repo}/issues`, or undefined. */
export type InterceptedRequest = {
  readonly method: string;
  readonly path: string;
  /** The query, with its question mark; empty without one. */
  readonly search: string;
  readonly template: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Let it pass, answer in the handler's place (nothing is done), or cut the connection. */
export type BeforeRequest =
  | { readonly kind: "pass" }
  | { readonly kind: "answer"; readonly reply: Reply }
  | { readonly kind: "hang-up" };

/** After the work is done: send the answer, send another, or say nothing and cut the connection after a while. */
export type AfterRequest =
  | { readonly kind: "pass" }
  | { readonly kind: "answer"; readonly reply: Reply }
  | { readonly kind: "hang-up"; readonly afterMs?: number };

/**
 * The copies of a delivery to send: none drops it, two repeat it. `behind: n` lets the next n deliveries overtake the
 * copy (at most until the queue is empty), `afterMs` sends it later, outside the queue.
 */
export type DeliveryPlan = readonly DeliveryCopy[];
type DeliveryCopy = { readonly behind?: number; readonly afterMs?: number };

/** What an App's or a job's token was needed for: any of these permissions would have done. */
export type PermissionNeed = {
  readonly kind: "installation" | "job";
  /** Method and route: `POST /repos/{owner}/{repo}/issues`. */
  readonly call: string;
  readonly anyOf: readonly string[];
  readonly granted: boolean;
};

export type Interceptor = {
  /** Hears of every permission that is asked for, granted or not; it changes nothing. */
  permissionNeeded?(need: PermissionNeed): void;
  beforeRequest?(request: InterceptedRequest): BeforeRequest | Promise<BeforeRequest>;
  afterRequest?(request: InterceptedRequest, reply: Reply): AfterRequest | Promise<AfterRequest>;
  beforeDelivery?(delivery: DeliveryRecord): DeliveryPlan | Promise<DeliveryPlan>;
};

export async function interceptBefore(
  interceptors: readonly Interceptor[],
  request: InterceptedRequest,
): Promise<BeforeRequest> {
  for (const interceptor of interceptors) {
    const action = await interceptor.beforeRequest?.(request);
    if (action !== undefined && action.kind !== "pass") return action;
  }
  return { kind: "pass" };
}

export async function interceptAfter(
  interceptors: readonly Interceptor[],
  request: InterceptedRequest,
  reply: Reply,
): Promise<AfterRequest> {
  for (const interceptor of interceptors) {
    const action = await interceptor.afterRequest?.(request, reply);
    if (action !== undefined && action.kind !== "pass") return action;
  }
  return { kind: "pass" };
}

export async function interceptDelivery(
  interceptors: readonly Interceptor[],
  delivery: DeliveryRecord,
): Promise<DeliveryPlan> {
  for (const interceptor of interceptors) {
    const plan = await interceptor.beforeDelivery?.(delivery);
    if (plan !== undefined) return plan;
  }
  return [{}];
}
