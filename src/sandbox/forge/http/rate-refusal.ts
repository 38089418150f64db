import { GRAPHQL_PATH } from "../urls.js";
import { forbidden } from "./errors.js";
import { type Reply, reply } from "./reply.js";

const MESSAGE = "API rate limit already exceeded for this token.";

/** GitHub's answer when the hour is used up: REST refuses, GraphQL answers 200 with an error. */
export function rateRefusal(path: string, headers: Readonly<Record<string, string>>): Reply {
  if (path !== GRAPHQL_PATH) return reply(403, forbidden(MESSAGE), headers);
  const errors = [{ type: "RATE_LIMIT", code: "graphql_rate_limit", message: MESSAGE }];
  return reply(200, { errors }, headers);
}
