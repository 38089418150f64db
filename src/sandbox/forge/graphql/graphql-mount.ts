/** `POST /api/graphql`: parse, validate against GitHub's schema, execute. Refusals are answered with status 200. */
import { type DocumentNode, execute, GraphQLError, parse, validate } from "graphql";
import { z } from "zod";
import type { Call } from "../http/call.js";
import { GitHubError } from "../http/errors.js";
import { type RateCounter, type RateLimit, rateHeaders } from "../http/rate-limit.js";
import { rateRefusal } from "../http/rate-refusal.js";
import { ok, type Reply } from "../http/reply.js";
import type { Mount } from "../http/server.js";
import type { Hub } from "../hub.js";
import { GRAPHQL_PATH } from "../urls.js";
import { gitHubSchema } from "./github-schema.js";
import { shownError } from "./graphql-refusal.js";
import { mutationRoot } from "./mutation-root.js";
import { type Costed, type QueryCost, queryCost, refuseNodes } from "./query-cost.js";
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

/** What a document that is not executed costs. */
const UNEXECUTED: QueryCost = { points: 1, nodes: 0 };

async function answer(call: Call, rates: RateCounter): Promise<Reply> {
  const { hub, caller } = call;
  if (caller.kind === "anonymous") throw new GitHubError(401, "This endpoint requires you to be authenticated.");
  const question = Question.safeParse(json(call.body));
  const asked = question.success ? await readQuestion(hub, question.data) : { cost: UNEXECUTED, errors: [NO_QUERY] };
  const rate = rates.count(caller, asked.cost.points);
  const isLimited = hub.profile.limitsRates || hub.graphqlRateLimit !== undefined;
  const headers = isLimited ? rateHeaders(rate) : {};
  if (rate.spent && isLimited) return rateRefusal(GRAPHQL_PATH, headers);
  const body = "errors" in asked ? { errors: asked.errors } : await executed(call, asked, rate);
  const reply = ok(body);
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const NO_QUERY = { message: "A query attribute must be specified and must be a string." };

type Executable = Costed & { readonly cost: QueryCost };
type Unexecutable = { readonly cost: QueryCost; readonly errors: readonly object[] };

async function readQuestion(hub: Hub, question: Question): Promise<Executable | Unexecutable> {
  const schema = await gitHubSchema();
  const document = parsed(question.query);
  if (document instanceof GraphQLError) return { cost: UNEXECUTED, errors: [shownError(hub, document)] };
  const invalid = validate(schema, document);
  if (invalid.length > 0) return { cost: UNEXECUTED, errors: invalid.map((error) => shownError(hub, error)) };
  const { operationName = null, variables } = question;
  const costed = { document, operationName, variables: variables ?? {} };
  const cost = queryCost(schema, costed);
  const refusal = refuseNodes(cost);
  if (refusal !== undefined) return { cost: UNEXECUTED, errors: [{ type: refusal.type, message: refusal.message }] };
  return { ...costed, cost };
}

async function executed({ hub, caller, responded }: Call, { document, ...asked }: Executable, rate: RateLimit) {
  const asking = { hub, caller, responded, cost: asked.cost, rate, madeRefs: new Set<string>() };
  const { data, errors = [] } = await execute({
    schema: await gitHubSchema(),
    document,
    rootValue: { ...queryRoot(asking), ...mutationRoot(asking) },
    variableValues: asked.variables,
    operationName: asked.operationName,
    fieldResolver: resolveField,
  });
  const shown = errors.map((error) => shownError(hub, error));
  return { ...(data === undefined ? {} : { data }), ...(shown.length === 0 ? {} : { errors: shown }) };
}

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
