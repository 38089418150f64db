import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { GitHubError } from "../http/errors.js";
import type { Hub } from "../hub.js";

/** GitHub's values for `errors[].type`. NO_RESOLVER is the forge's own value for an unsupported field. */
export type RefusalType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "STALE_DATA"
  | "MISSING_PAGINATION_BOUNDARIES"
  | "EXCESSIVE_PAGINATION"
  | "INVALID_CURSOR_ARGUMENTS"
  | "MAX_NODE_LIMIT_EXCEEDED"
  | "NO_RESOLVER"
  | "INTERNAL";

/** Thrown by resolvers. It becomes one entry of `errors` with its path. */
export class GraphqlRefusal extends Error {
  override readonly name = "GraphqlRefusal";

  constructor(
    readonly type: RefusalType,
    message: string,
  ) {
    super(message);
  }
}

export const unresolvable = (what: string) => new GraphqlRefusal("NOT_FOUND", `Could not resolve to ${what}.`);
export const notANode = (id: string) => unresolvable(`a node with the global id of '${id}'`);

/** An error in GitHub's form: the type next to path, locations and message. */
export function shownError(hub: Hub, error: GraphQLError): GraphQLFormattedError & { type?: RefusalType } {
  const { message, locations, path } = error.toJSON();
  const where = { ...(path === undefined ? {} : { path }), ...(locations === undefined ? {} : { locations }) };
  const cause = error.originalError;
  // Errors of syntax, validation and variables keep the library's message. Their cause is none or another such error.
  if (cause === undefined || cause === null || cause instanceof GraphQLError) return { ...where, message };
  if (cause instanceof GraphqlRefusal) {
    if (cause.type === "NO_RESOLVER") hub.log(`NO RESOLVER ${message}`);
    return { type: cause.type, ...where, message };
  }
  if (cause instanceof GitHubError) return { type: typeOfStatus(cause.status), ...where, message: wordsOf(cause) };
  hub.log(`broken GraphQL field ${path?.join(".") ?? ""}: ${cause.stack ?? cause.message}`);
  return { type: "INTERNAL", ...where, message: "Something went wrong while executing your query." };
}

function typeOfStatus(status: number): RefusalType {
  if (status === 404) return "NOT_FOUND";
  return status === 401 || status === 403 ? "FORBIDDEN" : "UNPROCESSABLE";
}

/** "Validation Failed" alone does not help. REST gives the details in a list. */
function wordsOf({ message, errors = [] }: GitHubError): string {
  const details = errors.map((error) =>
    typeof error === "string" ? error : (error.message ?? `${error.field} ${error.code}`),
  );
  return details.length === 0 ? message : details.join(", ");
}
