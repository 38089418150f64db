import type { Reached } from "./reach.js";

/** A reconcile is a matter of seconds; waiting for a limit makes it a minute. One that takes this long will never end. */
export const STUCK_SECONDS = 15 * 60;

export type Readiness = { readonly ready: boolean; readonly problems: readonly string[] };

/** Whether deliveries should be sent here: GitHub can be reached, and the queue takes them and moves. */
export function readiness(facts: {
  readonly gitHub: Reached;
  readonly oldestReconcileSeconds: number;
  readonly stopping: boolean;
  /** What keeps the queue from taking and moving, in words. */
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
