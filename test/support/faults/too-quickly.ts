import type { InterceptedRequest } from "../../../src/sandbox/forge/http/interceptors.js";
import { type Reply, reply } from "../../../src/sandbox/forge/http/reply.js";
import { GRAPHQL_PATH } from "../../../src/sandbox/forge/urls.js";

const WORDS = "was submitted too quickly";

/**
 * GitHub's answer to content that is created too fast: a validation error, without a mention of limits or a time to
 * wait.
 */
export function tooQuickly({ path }: Pick<InterceptedRequest, "path">): Reply {
  if (path === GRAPHQL_PATH) return reply(200, { data: null, errors: [{ type: "UNPROCESSABLE", message: WORDS }] });
  return reply(422, {
    message: "Validation Failed",
    errors: [{ resource: "IssueComment", code: "unprocessable", field: "data", message: WORDS }],
    documentation_url: "https://docs.github.com/rest",
    status: "422",
  });
}
