import { ProbotOctokit } from "probot";
import { nameApiVersion } from "./api-version.js";

/**
 * The client in the App's own name. Probot's plugins are off: they repeat writes and sleep inside them, and only our
 * own policy may do that (decisions.md#paced-writes).
 */
export function appOctokit(fetch: typeof globalThis.fetch | undefined) {
  return ProbotOctokit.plugin(({ hook }) => {
    hook.before("request", nameApiVersion);
  }).defaults({
    retry: { enabled: false },
    throttle: { enabled: false },
    ...(fetch === undefined ? {} : { request: { fetch } }),
  });
}
