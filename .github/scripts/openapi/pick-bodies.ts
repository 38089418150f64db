/** Keeps only what validates: the JSON schemas of requests and responses, without descriptions and examples. */
export type Json = { readonly [key: string]: unknown };

/** Removes a common suffix from some keys; undefined if one of them is missing. */
export function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((found, key) => (found as Json | undefined)?.[key], value);
}

export function pickOperation(operation: unknown): Json {
  const { requestBody, responses } = operation as { requestBody?: Json; responses: Json };
  const picked = Object.entries(responses).map(([status, response]) => [status, pickBody(response)] as const);
  return {
    ...(requestBody === undefined ? {} : { requestBody: pickBody(requestBody) }),
    responses: Object.fromEntries(picked),
  };
}

/** The JSON schema of a request or a response. */
export function pickBody(body: unknown): Json {
  const { $ref } = body as { $ref?: string };
  if ($ref !== undefined) return { $ref };
  const schema = at(body, "content", "application/json", "schema");
  return schema === undefined ? {} : { content: { "application/json": { schema: pickSchema(schema) } } };
}

/** Keys that no validator reads. */
const WORDS = new Set(["title", "description", "default", "example", "examples", "externalDocs", "deprecated"]);
/** Below these, keys are names that GitHub chose: a property may be called `description`. */
const NAMES = new Set(["properties", "patternProperties"]);
/** Below these is data, not a schema. */
const DATA = new Set(["enum", "const", "required"]);

export function pickSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(pickSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !WORDS.has(key) && !key.startsWith("x-"));
  const picked = kept.map(([key, value]) => {
    if (DATA.has(key)) return [key, value];
    if (!NAMES.has(key)) return [key, pickSchema(value)];
    return [key, Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, pickSchema(each)]))];
  });
  return Object.fromEntries(picked);
}
