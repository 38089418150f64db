import { createNodeMiddleware } from "@octokit/webhooks";
import { Probot } from "probot";
import { withBoundedBody } from "./bounded-body.js";
import { withObjectPayloads } from "./object-payloads.js";

/** The longest timer: 24 days. Node itself ends a request without a body after five minutes. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * After nine seconds Octokit's middleware answers 202 by itself, whether a delivery was stored or not, and GitHub shows
 * it as delivered. Here only stored deliveries are acknowledged; all others are refused or time out, and GitHub's log
 * of deliveries shows it.
 */
export class PatientProbot extends Probot {
  override async getNodeMiddleware({
    log,
    path,
  }: Parameters<Probot["getNodeMiddleware"]>[0] = {}): ReturnType<Probot["getNodeMiddleware"]> {
    await this.ready();
    const middleware = createNodeMiddleware(withObjectPayloads(this.webhooks), {
      log: log ?? this.log,
      path: path ?? this.webhookPath,
      timeout: NEVER_MS,
    });
    return withBoundedBody(middleware) as typeof middleware;
  }
}
