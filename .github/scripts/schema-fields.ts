import type { JsonSchema } from "../../src/domain/config/config-json-schema.js";
import { canonicalJson } from "../../src/domain/hash.js";

/** A field by the path under which a person writes it: `gates.overrides[].name`. */
export type SchemaField = { readonly name: string; readonly schema: JsonSchema };

/** Every field of a schema, sections before their fields, entries of lists and each kind of a choice included. */
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
 * Keys that a person may add to have fields of their own, under one name for all of them: the built-in models have the same
 * fields as one that is added, and what differs, their defaults, is told beside.
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

/** A field that several kinds of a choice have is told once, with what each of them takes. */
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
