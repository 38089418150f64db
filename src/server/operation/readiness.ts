import type { Reached } from "./reach.js";

/** A reconcile takes seconds, or a minute with a rate limit. One that takes this long is stuck. */
export const STUCK_SECONDS = 15 * 60;

export type Readiness = { readonly ready: boolean; readonly problems: readonly string[] };

/** Whether the App is ready for deliveries: GitHub is reachable, and the queue works. */
export function readiness(facts: {
  readonly gitHub: Reached;
  readonly oldestReconcileSeconds: number;
  readonly stopping: boolean;
  /** The problems of the queue. */
  readonly queue?: readonly string[];
}): Readiness {
  const problems = [
    ...(facts.stopping ? ["the App is shutting down"] : []),
    ...(facts.gitHub.ok ? [] : [facts.gitHub.why]),
    ...(facts.queue ?? []),
    ...(facts.oldestReconcileSeconds < STUCK_SECONDS
      ? []
      : [`a reconcile has been running for ${Math.floor(facts.oldestReconcileSeconds / 60)} minutes`]),
  ];
  return { ready: problems.length === 0, problems };
}
