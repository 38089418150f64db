import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { GitHubError } from "../http/errors.js";
import type { Hub } from "../hub.js";

/** The words GitHub uses for `errors[].type`; NO_RESOLVER is the forge's own: it has not learnt that field. */
export type RefusalType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "STALE_DATA"
  | "MISSING_PAGINATION_BOUNDARIES"
  | "EXCESSIVE_PAGINATION"
  | "INVALID_CURSOR_ARGUMENTS"
  | "NO_RESOLVER"
  | "INTERNAL";

/** Thrown by resolvers; becomes one entry of `errors` with its path. */
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

/** An error as GitHub spells it: the type beside path, locations and message. */
export function shownError(hub: Hub, error: GraphQLError): GraphQLFormattedError & { type?: RefusalType } {
  const { message, locations, path } = error.toJSON();
  const where = { ...(path === undefined ? {} : { path }), ...(locations === undefined ? {} : { locations }) };
  const cause = error.originalError;
  // Syntax, validation and variables: the library's own words, with no cause behind them but another of their kind.
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

/** "Validation Failed" alone helps nobody; REST says the rest in a list. */
function wordsOf({ message, errors = [] }: GitHubError): string {
  const details = errors.map((error) =>
    typeof error === "string" ? error : (error.message ?? `${error.field} ${error.code}`),
  );
  return details.length === 0 ? message : details.join(", ");
}
