import { ProbotOctokit } from "probot";

/**
 * The client that asks in the App's own name. Probot's plugins repeat writes and sleep inside them, and that is for our policy to
 * say (DESIGN, security rule 7).
 */
export function appOctokit(fetch: typeof globalThis.fetch | undefined) {
  return ProbotOctokit.defaults({
    retry: { enabled: false },
    throttle: { enabled: false },
    ...(fetch === undefined ? {} : { request: { fetch } }),
  });
}
