/**
 * The only extension point for faults. Interceptors see every request after routing and every delivery before it is
 * sent. The first one with an answer wins.
 */
import type { DeliveryRecord } from "../records/app.js";
import type { Reply } from "./reply.js";

/** A request as an interceptor sees it. `template` is the route's: `/repos/{owner}/{repo}/issues`, or undefined. */
export type InterceptedRequest = {
  readonly method: string;
  readonly path: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  readonly template: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Passes the request on, answers in place of the handler (nothing is performed), or cuts the connection. */
export type BeforeRequest =
  | { readonly kind: "pass" }
  | { readonly kind: "answer"; readonly reply: Reply }
  | { readonly kind: "hang-up" };

/** After the request was performed: sends its answer, sends another one, or cuts the connection after a while. */
export type AfterRequest =
  | { readonly kind: "pass" }
  | { readonly kind: "answer"; readonly reply: Reply }
  | { readonly kind: "hang-up"; readonly afterMs?: number };

/**
 * The copies of a delivery to send: none drops it, two repeat it. With `behind: n`, the next n deliveries overtake the
 * copy (at most until the queue is empty). With `afterMs`, the copy is sent later, outside the queue.
 */
export type DeliveryPlan = readonly DeliveryCopy[];
type DeliveryCopy = { readonly behind?: number; readonly afterMs?: number };

/** Why the token of an App or job was needed: any of these permissions was sufficient. */
export type PermissionNeed = {
  readonly kind: "installation" | "job";
  /** Method and route: `POST /repos/{owner}/{repo}/issues`. */
  readonly call: string;
  readonly anyOf: readonly string[];
  readonly granted: boolean;
};

export type Interceptor = {
  /** Receives every permission that a call requires, granted or not. It cannot change the call. */
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
