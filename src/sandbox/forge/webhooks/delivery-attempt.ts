/** One attempt to deliver a webhook: sign it, send it, and record the outcome. It is not repeated automatically. */
import { createHmac } from "node:crypto";
import { messageOf } from "../../../domain/errors.js";
import { type Clock, instant } from "../clock.js";
import type { AppRecord, DeliveryRecord } from "../records/app.js";
import type { State } from "../records/state.js";

/** GitHub gives the receiver ten seconds (decisions.md#github-deliveries). */
const RESPONSE_TIMEOUT_MS = 10_000;

export type AttemptParts = {
  readonly state: State;
  readonly clock: Clock;
  readonly changed: () => void;
  /** Settles when the delivery and its subject are saved. Before that, a kill could undo them. */
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

/** When the forge stops or the App is removed during the attempt, the delivery stays pending. */
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
    // The receiver did not answer in time. The log says so, and nothing is sent again.
    log(`delivery ${delivery.guid} (${delivery.event}) to ${app.webhookUrl}: ${outcome.status}`);
  }
  const durationSeconds = Math.max(0, clock() - started) / 1000;
  // Gets the record from its Map again so that the change is saved. The queue has kept it for longer than a request.
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
