/** One try to deliver a webhook: signed, sent, and its outcome written down. There is no second one by itself. */
import { createHmac } from "node:crypto";
import { messageOf } from "../../../domain/errors.js";
import { type Clock, instant } from "../clock.js";
import type { AppRecord, DeliveryRecord } from "../records/app.js";
import type { State } from "../records/state.js";

/** The receiver has ten seconds (decisions.md#github-deliveries). */
const RESPONSE_TIMEOUT_MS = 10_000;

export type AttemptParts = {
  readonly state: State;
  readonly clock: Clock;
  readonly changed: () => void;
  /** Settles when the delivery and what it is about are saved: before that, a kill would undo them. */
  readonly saved: () => Promise<void>;
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
  { state, clock, changed, saved, log }: AttemptParts,
  delivery: DeliveryRecord,
  stopping: AbortSignal,
): Promise<void> {
  const isSaved = await saved().then(
    () => true,
    (error: unknown) => log(`delivery ${delivery.guid} (${delivery.event}) waits: ${messageOf(error)}`) ?? false,
  );
  if (!isSaved) return;
  const { app } = state;
  if (app === null || app.webhookUrl === null) return;
  const started = clock();
  const requestHeaders = headersFor(app, delivery);
  const outcome = await send(app.webhookUrl, { requestHeaders, body: delivery.body, stopping });
  if (outcome.statusCode === 0) {
    if (stopping.aborted || app.webhookUrl === null) return;
    // Nobody answered, or too late: the log says so, and nothing is sent again.
    log(`delivery ${delivery.guid} (${delivery.event}) to ${app.webhookUrl}: ${outcome.status}`);
  }
  const durationSeconds = Math.max(0, clock() - started) / 1000;
  // Got again, so that the change is saved: the queue has kept the record for long.
  Object.assign(state.deliveries.get(delivery.id) ?? delivery, {
    ...outcome,
    requestHeaders,
    deliveredAt: instant(clock()),
    durationSeconds,
  });
  changed();
}

type Outcome = Pick<DeliveryRecord, "status" | "statusCode"> &
  Partial<Pick<DeliveryRecord, "responseHeaders" | "responseBody">>;

async function send(
  url: string,
  sent: Pick<DeliveryRecord, "requestHeaders" | "body"> & { readonly stopping: AbortSignal },
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: sent.requestHeaders,
      body: sent.body,
      signal: AbortSignal.any([sent.stopping, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    return {
      responseBody: await response.text(),
      responseHeaders: Object.fromEntries(response.headers),
      statusCode: response.status,
      status: response.ok ? "OK" : `Invalid HTTP Response: ${response.status}`,
    };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { statusCode: 0, status: late ? "timed out" : "failed to connect to host" };
  }
}
