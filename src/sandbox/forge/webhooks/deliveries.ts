/**
 * The queue of webhook deliveries. They are sent one at a time in their order, logged, and never retried
 * (decisions.md#github-deliveries). A delivery is pending until its attempt, even across a restart.
 */
import { instant } from "../clock.js";
import { type DeliveryPlan, type Interceptor, interceptDelivery } from "../http/interceptors.js";
import type { DeliveryRecord } from "../records/app.js";
import { type AttemptParts, attemptDelivery } from "./delivery-attempt.js";

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;
/** Payloads are large, so the log keeps only the newest. */
const KEPT_COUNT = 2000;

export type Deliveries = {
  /** Adds a pending delivery. It is sent after `ready` has settled and all earlier deliveries are sent. */
  enqueue(delivery: DeliveryRecord, ready: Promise<void>): void;
  /** Sends the deliveries that were held since the start. */
  release(): void;
  /** Settles when no delivery is pending. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export type DeliveryParts = AttemptParts & {
  readonly interceptors: readonly Interceptor[];
  /** Holds all deliveries until `release`: after a restart the App's URL is not known yet. */
  readonly held?: boolean;
};

type Queued = { readonly delivery: DeliveryRecord; readonly ready: Promise<void> };
type Held = { readonly delivery: DeliveryRecord; readonly behind: number };

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const queue: Queued[] = [];
  const later = new Map<NodeJS.Timeout, Promise<void>>();
  const stopping = new AbortController();
  const prune = createPruning(parts);
  const released = settled();
  if (parts.held !== true) released.resolve();
  let held: Held[] = [];
  let working: Promise<void> | undefined;

  const send = async (delivery: DeliveryRecord) => {
    if (!stopping.signal.aborted) await attemptDelivery(parts, delivery, stopping.signal);
  };

  const sendInTurn = async (delivery: DeliveryRecord) => {
    await send(delivery);
    held = held.map((copy) => ({ ...copy, behind: copy.behind - 1 }));
    await release((copy) => copy.behind <= 0);
  };

  const release = async (due: (copy: Held) => boolean) => {
    const released = held.filter(due);
    held = held.filter((copy) => !due(copy));
    for (const { delivery } of released) await send(delivery);
  };

  const sendLater = (delivery: DeliveryRecord, afterMs: number) => {
    const { promise, resolve } = settled();
    const timer = setTimeout(() => {
      void send(delivery).finally(() => {
        later.delete(timer);
        resolve();
      });
    }, afterMs);
    later.set(timer, promise);
  };

  const carryOut = async (delivery: DeliveryRecord, plan: DeliveryPlan) => {
    if (plan.length === 0) recordDropped(parts, delivery);
    for (const copy of plan) {
      if (copy.afterMs !== undefined) sendLater(delivery, copy.afterMs);
      else if (copy.behind !== undefined && copy.behind > 0) held.push({ delivery, behind: copy.behind });
      else await sendInTurn(delivery);
    }
  };

  const work = async () => {
    await released.promise;
    for (let next = queue.shift(); next !== undefined && !stopping.signal.aborted; next = queue.shift()) {
      const { delivery, ready } = next;
      await ready;
      await carryOut(delivery, await interceptDelivery(parts.interceptors, delivery));
      if (queue.length === 0) await release(() => true);
    }
    working = undefined;
  };

  return {
    enqueue(delivery, ready) {
      parts.state.deliveries.set(delivery.id, delivery);
      prune();
      queue.push({ delivery, ready });
      working ??= work();
    },
    async idle() {
      while (working !== undefined || later.size > 0) await Promise.all([working, ...later.values()]);
    },
    release: released.resolve,
    async stop() {
      stopping.abort();
      released.resolve();
      for (const timer of later.keys()) clearTimeout(timer);
      await working;
    },
  };
}

function settled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function recordDropped({ state, clock, changed }: DeliveryParts, { id }: DeliveryRecord): void {
  Object.assign(state.deliveries.get(id) ?? {}, { deliveredAt: instant(clock()), status: "timed out" });
  changed();
}

function createPruning({ state, clock }: DeliveryParts): () => void {
  /** The earliest moment at which a delivery can be too old for the log. */
  let due = 0;
  return () => {
    if (clock() < due && state.deliveries.size <= KEPT_COUNT) return;
    for (const [id, delivery] of state.deliveries) {
      due = Date.parse(delivery.createdAt) + KEPT_MS;
      if (clock() < due && state.deliveries.size <= KEPT_COUNT) return;
      state.deliveries.delete(id);
    }
  };
}
