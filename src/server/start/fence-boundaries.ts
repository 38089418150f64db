import { createHmac } from "node:crypto";
import type { Env } from "../env.js";

/**
 * What fences untrusted text: one boundary for each task, known to nobody who does not know the App's secret. A recording
 * must meet the same text again wherever it is repeated, so there the secret is left out.
 */
export function fenceBoundaries({ MODEL, RECORD_TO, WEBHOOK_SECRET }: Env): (subject: string) => string {
  const key = MODEL === "recorded" || RECORD_TO !== undefined ? "recording" : WEBHOOK_SECRET;
  return (subject) => createHmac("sha256", key).update(subject).digest("hex").slice(0, 24);
}
