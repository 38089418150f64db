import type { JsonSchema } from "../../src/domain/config/config-json-schema.js";
import { canonicalJson } from "../../src/domain/hash.js";

/** A field by the path under which a person writes it: `gates.overrides[].name`. */
export type SchemaField = { readonly name: string; readonly schema: JsonSchema };

/**
 * Every field of a schema: sections before their fields, with the entries of lists and every alternative of a choice.
 */
export function schemaFields(schema: JsonSchema, prefix = ""): SchemaField[] {
  const { properties = {}, items, oneOf = [], additionalProperties } = schema;
  const inside = Object.entries(named(properties, additionalProperties)).flatMap(([key, field]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema: field }, ...schemaFields(field, name)];
  });
  const entries = items === undefined ? [] : schemaFields(items, `${prefix}[]`);
  const choices = oneOf.flatMap((choice) => schemaFields(choice, prefix));
  return [...inside, ...entries, ...firstOfEach(choices)];
}

/**
 * Maps with user-defined keys share one entry for all keys: built-in models have the same fields as added ones. Their
 * different defaults are described beside it.
 */
function named(
  properties: Readonly<Record<string, JsonSchema>>,
  more: JsonSchema["additionalProperties"],
): Readonly<Record<string, JsonSchema>> {
  if (typeof more !== "object" || more.properties === undefined) return properties;
  const shape = ({ default: _, ...field }: JsonSchema) => canonicalJson(field);
  const isSame = (field: JsonSchema) => shape(field) === shape(more);
  const others = Object.entries(properties).filter(([, field]) => !isSame(field));
  return { ...Object.fromEntries(others), "<model>": more };
}

/** A field of several alternatives appears once, with the values of each. */
function firstOfEach(fields: readonly SchemaField[]): SchemaField[] {
  const names = [...new Set(fields.map(({ name }) => name))];
  return names.map((name) => {
    const same = fields.filter((field) => field.name === name).map(({ schema }) => schema);
    const [first = {}] = same;
    if (same.length === 1) return { name, schema: first };
    const description = same.map((field) => `\`${field.const}\`: ${field.description}`).join(" ");
    return { name, schema: { anyOf: same, description } };
  });
}
