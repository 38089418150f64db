import type { Interceptor } from "../../../src/sandbox/forge/http/interceptors.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";

const LISTINGS = new Set([
  "/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
  "/repos/{owner}/{repo}/actions/artifacts",
]);

/** GitHub lists an artifact only some time after its run has succeeded. Here the first listings are empty. */
export function lateArtifacts(times: number): Interceptor {
  let left = times;
  return {
    afterRequest({ method, template = "" }, { headers }) {
      if (method !== "GET" || !LISTINGS.has(template) || left === 0) return { kind: "pass" };
      left -= 1;
      return { kind: "answer", reply: reply(200, { total_count: 0, artifacts: [] }, headers) };
    },
  };
}
