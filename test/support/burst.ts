/** Sends many deliveries about one repository in a short time, signed like GitHub's, at the requested rate. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signatureOf } from "../../src/sandbox/forge/webhooks/delivery-attempt.js";

export type Burst = {
  readonly acknowledged: number;
  /** Seconds until the last delivery was sent. */
  readonly sentInSeconds: number;
  /** The duration of each delivery, sorted. */
  readonly milliseconds: readonly number[];
};

const TICK_MS = 20;

export async function burst(options: {
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly count: number;
  readonly seconds: number;
  /** Called once, after half of the deliveries. The others do not wait for it. */
  readonly halfway?: () => Promise<void>;
}): Promise<Burst> {
  const { count, seconds, halfway = async () => {} } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const started = performance.now();
  const sending: Promise<{ readonly status: number; readonly ms: number }>[] = [];
  const isHalf = () => sending.length >= count / 2;
  let asked: Promise<void> | undefined;
  while (sending.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - started) / (seconds * 1_000)) * count));
    while (sending.length < due) sending.push(deliver(agent, options));
    if (isHalf()) asked ??= halfway();
    await sleep(TICK_MS);
  }
  const sentInSeconds = Math.round((performance.now() - started) / 100) / 10;
  const answers = await Promise.all(sending);
  await asked;
  agent.destroy();
  return {
    acknowledged: answers.filter(({ status }) => status === 200).length,
    sentInSeconds,
    milliseconds: answers.map(({ ms }) => ms).sort((a, b) => a - b),
  };
}

/** The value below which this percentage lies. */
export function percentile(sorted: readonly number[], percent: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

function deliver(
  agent: Agent,
  { url, secret, body }: { readonly url: string; readonly secret: string; readonly body: string },
): Promise<{ readonly status: number; readonly ms: number }> {
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-github-delivery": randomUUID(),
    "x-github-event": "issues",
    "x-hub-signature-256": signatureOf("sha256", secret, body),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/github/webhooks`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }));
    });
    sent.once("error", reject).end(body);
  });
}
