/** `POST /api/graphql`: parse, validate against GitHub's schema, execute. Refusals are answered with status 200. */
import { type DocumentNode, execute, GraphQLError, parse, validate } from "graphql";
import { z } from "zod";
import type { Call } from "../http/call.js";
import { GitHubError } from "../http/errors.js";
import type { RateCounter } from "../http/rate-limit.js";
import { ok, type Reply } from "../http/reply.js";
import type { Mount } from "../http/server.js";
import { GRAPHQL_PATH } from "../urls.js";
import type { Asking } from "./asking.js";
import { gitHubSchema } from "./github-schema.js";
import { shownError } from "./graphql-refusal.js";
import { mutationRoot } from "./mutation-root.js";
import { queryRoot } from "./query-root.js";
import { resolveField } from "./resolve-field.js";

const Question = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});
type Question = z.infer<typeof Question>;

export function graphqlMount(rates: RateCounter): Mount {
  return (call) => {
    if (call.method !== "POST" || call.url.pathname !== GRAPHQL_PATH) return undefined;
    return answer(call, rates);
  };
}

async function answer(call: Call, rates: RateCounter): Promise<Reply> {
  const { hub, caller, responded } = call;
  if (caller.kind === "anonymous") throw new GitHubError(401, "This endpoint requires you to be authenticated.");
  const question = Question.safeParse(json(call.body));
  if (!question.success) return refused({ message: "A query attribute must be specified and must be a string." });
  return ask({ hub, caller, rates, responded }, question.data);
}

async function ask(asking: Asking, { query, variables, operationName }: Question): Promise<Reply> {
  const schema = await gitHubSchema();
  const document = parsed(query);
  if (document instanceof GraphQLError) return refused(shownError(asking.hub, document));
  const invalid = validate(schema, document);
  if (invalid.length > 0) return refused(...invalid.map((error) => shownError(asking.hub, error)));
  const { data, errors = [] } = await execute({
    schema,
    document,
    rootValue: { ...queryRoot(asking), ...mutationRoot(asking) },
    variableValues: variables ?? {},
    operationName: operationName ?? null,
    fieldResolver: resolveField,
  });
  const shown = errors.map((error) => shownError(asking.hub, error));
  return graphqlReply({ ...(data === undefined ? {} : { data }), ...(shown.length === 0 ? {} : { errors: shown }) });
}

const graphqlReply = (body: object): Reply => {
  const reply = ok(body);
  return { ...reply, headers: { ...reply.headers, "x-ratelimit-resource": "graphql" } };
};

const refused = (...errors: readonly object[]) => graphqlReply({ errors });

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw new GitHubError(400, "Problems parsing JSON");
    throw error;
  }
}
