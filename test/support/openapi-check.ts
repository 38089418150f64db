/**
 * Checks every request and response of the forge against GitHub's OpenAPI description, and every webhook against its
 * webhook description. Mismatches fail the test that caused them, with route and JSON path.
 */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { REST, WEBHOOKS } from "../../.github/scripts/openapi/described-packages.js";
import { UNDESCRIBED } from "../../.github/scripts/openapi/wanted-operations.js";
import type { InterceptedRequest, Interceptor } from "../../src/sandbox/forge/http/interceptors.js";
import type { Reply } from "../../src/sandbox/forge/http/reply.js";

type Json = { readonly [key: string]: unknown };

/** Loads what `npm run extract-openapi` extracted of GitHub's descriptions. */
const loadExtract = (extract: string): Json =>
  JSON.parse(readFileSync(new URL(`../../${extract}`, import.meta.url), "utf8"));

/** Defects of the description: an account there must be a user and an enterprise at once. */
const DEFECTS: ReadonlyMap<string, RegExp> = new Map([["GET /app/installations", /^\/\d+\/account/]]);

const rest = once(() => createSchemas(loadExtract(REST.extract)));
const webhooks = once(() => createSchemas(loadExtract(WEBHOOKS.extract)));

function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => {
    made[0] ??= make();
    return made[0];
  };
}

/** Compiles the part of a description that a JSON pointer names, on demand. Components are compiled once. */
function createSchemas(description: Json) {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    logger: false,
    inlineRefs: false,
    // Compiling takes longer than validating, and GitHub's schemas need no check of their own.
    validateSchema: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  // Addresses of bots contain brackets. GitHub sends them although the standard forbids them.
  ajv.addFormat("email", /^[^\s@]+@[^\s@]+$/);
  const compiled = new Map<string, ValidateFunction>();
  const convert = createConverter(ajv, description);
  const at = (pointer: readonly string[]): unknown =>
    pointer.reduce<unknown>((value, key) => follow(description, value)?.[key], description);
  return {
    at: (...pointer: string[]) => follow(description, at(pointer)),
    validate(pointer: readonly string[], value: unknown): ErrorObject[] {
      const key = pointer.join(" ");
      const known = compiled.get(key) ?? ajv.compile(convert(at(pointer)));
      compiled.set(key, known);
      return known(value) ? [] : (known.errors ?? []);
    },
  };
}

function follow(description: Json, value: unknown): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as Json;
  const parts = $ref
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return follow(
    description,
    parts.reduce<unknown>((found, part) => (found as Json)?.[part], description),
  );
}

/** GitHub writes `oneOf` for choices that overlap, so that one error can match several. */
const RENAMED: Readonly<Record<string, string>> = { oneOf: "anyOf" };

/**
 * Converts OpenAPI to plain JSON Schema: 3.0's `nullable` becomes a type, examples are dropped, and referenced schemas
 * get a name so that Ajv compiles each once.
 */
function createConverter(ajv: Ajv, description: Json): (schema: unknown) => Json {
  const known = new Set<string>();
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, nullable, example: _example, examples: _examples, ...others } = value as Json;
    if (typeof $ref === "string") return { $ref: register($ref) };
    const plain = Object.fromEntries(
      Object.entries(others).map(([key, below]) => [RENAMED[key] ?? key, convert(below)]),
    );
    return nullable === true ? { anyOf: [{ type: "null" }, plain] } : plain;
  };
  const register = ($ref: string): string => {
    const id = `https://schemas.test/${$ref.slice($ref.lastIndexOf("/") + 1)}`;
    if (!known.has(id)) {
      known.add(id);
      ajv.addSchema({ ...(convert(follow(description, { $ref })) as Json), $id: id });
    }
    return id;
  };
  return (schema) => convert(schema) as Json;
}

/** Whether GitHub describes the route or is known to support it. */
export function isDescribed(method: string, template: string): boolean {
  return UNDESCRIBED.has(`${method} ${template}`) || rest().at("paths", template, method.toLowerCase()) !== undefined;
}

export type Mismatch = { readonly where: string; readonly problems: readonly string[] };

const told = (errors: readonly ErrorObject[]) =>
  errors
    .slice(0, 8)
    .map(({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`);

/** An interceptor that checks all traffic, and the mismatches it found. */
export function openApiCheck(): { interceptor: Interceptor; mismatches: Mismatch[] } {
  const mismatches: Mismatch[] = [];
  const interceptor: Interceptor = {
    afterRequest(request, reply) {
      const { method, template } = request;
      if (template === undefined) return { kind: "pass" };
      const route = `${method} ${template}`;
      if (!UNDESCRIBED.has(route)) {
        const problems = [...requestProblems(request, reply), ...replyProblems(request, reply)];
        if (problems.length > 0) mismatches.push({ where: `${route} ${reply.status}`, problems });
      }
      return { kind: "pass" };
    },
  };
  return { interceptor, mismatches };
}

const JSON_TYPE = "application/json";

function requestProblems({ method, template = "", path, body }: InterceptedRequest, { status }: Reply): string[] {
  const pointer = ["paths", template, method.toLowerCase()];
  if (rest().at(...pointer) === undefined) return ["GitHub does not describe this route"];
  // A refused request may be malformed: that may be the reason for the refusal.
  if (status >= 400 || body.length === 0) return [];
  const schema = [...pointer, "requestBody", "content", JSON_TYPE, "schema"];
  if (rest().at(...schema) === undefined) return [`GitHub takes no body here: ${path}`];
  return told(rest().validate(schema, JSON.parse(body.toString()))).map((problem) => `request ${problem}`);
}

function replyProblems({ method, template = "" }: InterceptedRequest, { status, headers, body }: Reply): string[] {
  const responses = ["paths", template, method.toLowerCase(), "responses"];
  const described = rest().at(...responses, String(status)) !== undefined;
  // Any GET may be conditional, whether the description says so or not.
  if (!described && status < 400 && status !== 304) return [`status ${status} is not described`];
  if (status === 204 || status === 304) return body.length === 0 ? [] : ["an empty body was promised"];
  if (!(headers["content-type"] ?? "").startsWith(JSON_TYPE)) return [];
  const own = [...responses, String(status), "content", JSON_TYPE, "schema"];
  const schema = rest().at(...own) === undefined ? ["components", "schemas", "basic-error"] : own;
  const defect = DEFECTS.get(`${method} ${template}`);
  const errors = rest().validate(schema, JSON.parse(body.toString()));
  return told(errors.filter(({ instancePath }) => defect?.test(instancePath) !== true)).map(
    (problem) => `response ${problem}`,
  );
}

/** The description's list of App events is outdated. It also says that a deleted fork is never null. */
const OUTDATED = [/\/(?:performed_via_github_app|installation|app)\/events\/\d+$/, /\/head\/repo$/];

/** `issues` and `opened` make `issues-opened`. Events without an action have one name. */
export function webhookProblems(event: string, payload: Json): string[] {
  const base = event.replaceAll("_", "-");
  const name = typeof payload.action === "string" ? `${base}-${payload.action.replaceAll("_", "-")}` : base;
  const schema = ["webhooks", name, "post", "requestBody", "content", JSON_TYPE, "schema"];
  if (webhooks().at(...schema) === undefined) return [`GitHub sends no webhook ${name}`];
  const errors = webhooks()
    .validate(schema, payload)
    .filter(({ instancePath }) => !OUTDATED.some((known) => known.test(instancePath)));
  return told(errors).map((problem) => `${name} ${problem}`);
}
