import type { Interceptor } from "../../../src/sandbox/forge/http/interceptors.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import { GRAPHQL_PATH } from "../../../src/sandbox/forge/urls.js";

/** GitHub limits the cost of a query. Above the limit it answers a part with status 200 and adds an error. */
export function resourceLimits(isTooCostly: (query: string) => boolean): Interceptor {
  return {
    afterRequest({ path, body }, { status, headers, body: answered }) {
      if (path !== GRAPHQL_PATH || status !== 200 || !isTooCostly(body.toString())) return { kind: "pass" };
      const whole = JSON.parse(answered.toString()) as { data?: Record<string, unknown> };
      const [field = "repository"] = Object.keys(whole.data ?? {});
      const message = "Resource limits for this query exceeded.";
      const part = {
        data: { ...whole.data, [field]: null },
        errors: [{ type: "RESOURCE_LIMITS_EXCEEDED", path: [field], message }],
      };
      return { kind: "answer", reply: reply(200, part, headers) };
    },
  };
}
