/** One try to deliver a webhook: signed, sent, and its outcome written down. There is no second one by itself. */
import { createHmac } from "node:crypto";
import { type Clock, instant } from "./clock.js";
import type { AppRecord, DeliveryRecord } from "./records/app.js";
import type { State } from "./records/state.js";

/** The receiver has ten seconds (GITHUB.md, delivery). */
const RESPONSE_TIMEOUT_MS = 10_000;

export type AttemptParts = {
  readonly state: State;
  readonly clock: Clock;
  readonly changed: () => void;
  readonly log: (line: string) => void;
};

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

/** A forge that stops in the middle, or whose App is taken off, still owes the delivery. */
export async function attemptDelivery(
  { state, clock, changed, log }: AttemptParts,
  delivery: DeliveryRecord,
  stopping: AbortSignal,
): Promise<void> {
  const { app } = state;
  if (app === null || app.webhookUrl === null) return;
  const started = clock();
  delivery.requestHeaders = headersFor(app, delivery);
  try {
    const response = await fetch(app.webhookUrl, {
      method: "POST",
      headers: delivery.requestHeaders,
      body: delivery.body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    delivery.responseBody = await response.text();
    delivery.responseHeaders = Object.fromEntries(response.headers);
    delivery.statusCode = response.status;
    delivery.status = response.ok ? "OK" : `Invalid HTTP Response: ${response.status}`;
  } catch (error) {
    if (stopping.aborted || app.webhookUrl === null) return;
    // Nobody answered, or too late: the log says so, and nothing is sent again.
    delivery.statusCode = 0;
    const late = error instanceof Error && error.name === "TimeoutError";
    delivery.status = late ? "timed out" : "failed to connect to host";
    log(`delivery ${delivery.guid} (${delivery.event}) to ${app.webhookUrl}: ${delivery.status}`);
  }
  delivery.deliveredAt = instant(clock());
  delivery.durationSeconds = Math.max(0, clock() - started) / 1000;
  changed();
}
