import { hasStatus, LimitedUntil, messageOf } from "../../domain/errors.js";

/** How long a person, or GitHub itself, is given before the same run is asked for again. */
const LATER_MS = 2 * 60_000;

/** Whether GitHub understood the request for a run and will not start it. */
export function isDispatchRefused(error: unknown): boolean {
  return hasStatus(error, 403, 404, 422);
}

/**
 * A run that GitHub will not start now: the workflow is disabled, a policy forbids it, or GitHub has not read the file that was
 * just merged. Asking again at once changes none of that; it is a wait, with GitHub's words and the page where they can be
 * acted on.
 */
export function dispatchRefused(error: unknown, workflowPage: string): LimitedUntil {
  return new LimitedUntil(Date.now() + LATER_MS, `GitHub starts no gates (${messageOf(error)}); see ${workflowPage}`);
}
