import { createNodeMiddleware } from "@octokit/webhooks";
import { Probot } from "probot";
import { withBoundedBody } from "./bounded-body.js";

/** The longest wait that a timer knows: 24 days. Node itself ends a request whose body does not come, after five minutes. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * After nine seconds Octokit's middleware says 202 by itself, whether a delivery is kept, still to be kept or not even read,
 * and GitHub shows it as delivered. Here only what was kept is acknowledged: everything else is a refusal, or GitHub gives
 * up waiting, and its log of deliveries shows either.
 */
export class PatientProbot extends Probot {
  override async getNodeMiddleware({
    log,
    path,
  }: Parameters<Probot["getNodeMiddleware"]>[0] = {}): ReturnType<Probot["getNodeMiddleware"]> {
    await this.ready();
    const middleware = createNodeMiddleware(this.webhooks, {
      log: log ?? this.log,
      path: path ?? this.webhookPath,
      timeout: NEVER_MS,
    });
    return withBoundedBody(middleware) as typeof middleware;
  }
}
