/**
 * Webhook deliveries: signed, sent one after the other in the order they were produced, logged, never retried
 * (GITHUB.md, delivery). A delivery is owed until it has been tried, also across a restart.
 */
import { createHmac } from "node:crypto";
import type { Clock } from "./clock.js";
import { instant } from "./clock.js";
import { type Interceptor, interceptDelivery } from "./interceptors.js";
import type { AppRecord, DeliveryRecord } from "./records/app.js";
import type { State } from "./records/state.js";

/** The receiver has ten seconds (GITHUB.md, delivery). */
const RESPONSE_TIMEOUT_MS = 10_000;
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;
/** Payloads are large; the log keeps the newest of them. */
const KEPT_COUNT = 2000;

export type Deliveries = {
  /** Owed from now on; sent once `ready` has settled and everything before it has been sent. */
  enqueue(delivery: DeliveryRecord, ready: Promise<void>): void;
  /** Settles when nothing is owed. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export type DeliveryParts = {
  readonly state: State;
  readonly clock: Clock;
  readonly interceptors: readonly Interceptor[];
  readonly changed: () => void;
  readonly log: (line: string) => void;
};

type Queued = { readonly delivery: DeliveryRecord; readonly ready: Promise<void> };
type Held = { readonly delivery: DeliveryRecord; behind: number };

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const queue: Queued[] = [];
  const later = new Set<Promise<void>>();
  let held: Held[] = [];
  let working: Promise<void> | undefined;
  let stopped = false;

  const send = async (delivery: DeliveryRecord) => {
    if (!stopped) await attempt(parts, delivery);
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
    const sending: Promise<void> = new Promise<void>((resolve) => setTimeout(resolve, afterMs))
      .then(() => send(delivery))
      .finally(() => later.delete(sending));
    later.add(sending);
  };

  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !stopped; next = queue.shift()) {
      const { delivery, ready } = next;
      await ready;
      const plan = await interceptDelivery(parts.interceptors, delivery);
      if (plan.length === 0) recordDropped(parts, delivery);
      for (const copy of plan) {
        if (copy.afterMs !== undefined) sendLater(delivery, copy.afterMs);
        else if (copy.behind !== undefined && copy.behind > 0) held.push({ delivery, behind: copy.behind });
        else await sendInTurn(delivery);
      }
      if (queue.length === 0) await release(() => true);
    }
    working = undefined;
  };

  return {
    enqueue(delivery, ready) {
      parts.state.deliveries.set(delivery.id, delivery);
      prune(parts);
      queue.push({ delivery, ready });
      working ??= work();
    },
    async idle() {
      while (working !== undefined || later.size > 0) await Promise.all([working, ...later]);
    },
    async stop() {
      stopped = true;
      await working;
    },
  };
}

export function signatureOf(algorithm: "sha1" | "sha256", secret: string, body: string): string {
  return `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
}

function headersFor(app: AppRecord, delivery: DeliveryRecord): Record<string, string> {
  return {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/forge",
    "x-github-delivery": delivery.guid,
    "x-github-event": delivery.event,
    "x-github-hook-id": String(app.id),
    "x-github-hook-installation-target-id": String(app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature": signatureOf("sha1", app.webhookSecret, delivery.body),
    "x-hub-signature-256": signatureOf("sha256", app.webhookSecret, delivery.body),
  };
}

async function attempt({ state, clock, changed, log }: DeliveryParts, delivery: DeliveryRecord): Promise<void> {
  const { app } = state;
  if (app === null || app.webhookUrl === null) return;
  const started = clock();
  delivery.requestHeaders = headersFor(app, delivery);
  try {
    const response = await fetch(app.webhookUrl, {
      method: "POST",
      headers: delivery.requestHeaders,
      body: delivery.body,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    delivery.responseBody = await response.text();
    delivery.responseHeaders = Object.fromEntries(response.headers);
    delivery.statusCode = response.status;
    delivery.status = response.ok ? "OK" : `Invalid HTTP Response: ${response.status}`;
  } catch (error) {
    // Nobody answered, or too late: the log says so, and nothing is sent again.
    delivery.statusCode = 0;
    delivery.status =
      error instanceof Error && error.name === "TimeoutError" ? "timed out" : "failed to connect to host";
    log(`delivery ${delivery.guid} (${delivery.event}) to ${app.webhookUrl}: ${delivery.status}`);
  }
  delivery.deliveredAt = instant(clock());
  delivery.durationSeconds = Math.max(0, clock() - started) / 1000;
  changed();
}

function recordDropped({ clock, changed }: DeliveryParts, delivery: DeliveryRecord): void {
  delivery.deliveredAt = instant(clock());
  delivery.status = "timed out";
  changed();
}

function prune({ state, clock }: DeliveryParts): void {
  for (const [id, delivery] of state.deliveries) {
    const old = Date.parse(delivery.createdAt) < clock() - KEPT_MS;
    if (!old && state.deliveries.size <= KEPT_COUNT) return;
    state.deliveries.delete(id);
  }
}
