import { type ZodType, z } from "zod";

type Json = Readonly<Record<string, unknown>>;

/** A definition that is shorter than this stands wherever it is used. */
const SHORT = 100;

/**
 * The JSON Schema of what a role hands in. It is sent with every turn, so what it repeats is defined
 * once.
 */
export function shortJsonSchema(Input: ZodType): Json {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(Input, { io: "input", reused: "ref", override: unlimited });
  const definitions = new Map(Object.entries({ ...$defs }));
  const raw = JSON.stringify({ schema, $defs });
  const kept = new Map<string, Json>();
  const resolved = new Map<string, Json>();

  function resolve(id: string): Json {
    const known = resolved.get(id);
    if (known !== undefined) return known;
    const reference = { $ref: `#/$defs/${id}` };
    resolved.set(id, reference); // for a definition that uses itself
    const whole = written(definitions.get(id)) as Json;
    const text = JSON.stringify(whole);
    const isOnce = raw.split(`"${reference.$ref}"`).length <= 2;
    const shown = (isOnce || text.length < SHORT) && !text.includes(reference.$ref) ? whole : reference;
    if (shown === reference) kept.set(id, whole);
    resolved.set(id, shown);
    return shown;
  }

  function written(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(written);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...own } = node as Json;
    const rest = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, written(value)]));
    return typeof $ref === "string" ? { ...resolve($ref.slice("#/$defs/".length)), ...rest } : rest;
  }

  const root = written(schema) as Json;
  return kept.size === 0 ? root : { ...root, $defs: Object.fromEntries(kept) };
}

/** The largest whole number is no limit that anybody has to know. */
function unlimited({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
