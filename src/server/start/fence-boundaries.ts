import { createHmac } from "node:crypto";
import type { Env } from "../env.js";

/**
 * The boundaries that fence untrusted text: one for each task, unpredictable without the App's secret. Recordings need
 * the same text everywhere, so there the secret is left out.
 */
export function fenceBoundaries({ MODEL, RECORD_TO, WEBHOOK_SECRET }: Env): (subject: string) => string {
  const key = MODEL === "recorded" || RECORD_TO !== undefined ? "recording" : WEBHOOK_SECRET;
  return (subject) => createHmac("sha256", key).update(subject).digest("hex").slice(0, 24);
}
