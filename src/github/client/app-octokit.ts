import { ProbotOctokit } from "probot";

/**
 * The client in the App's own name. Probot's plugins are off: they repeat writes and sleep inside them, and only our
 * own policy may do that (decisions.md#paced-writes).
 */
export function appOctokit(fetch: typeof globalThis.fetch | undefined) {
  return ProbotOctokit.defaults({
    retry: { enabled: false },
    throttle: { enabled: false },
    ...(fetch === undefined ? {} : { request: { fetch } }),
  });
}
