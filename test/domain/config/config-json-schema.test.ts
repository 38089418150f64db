import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configJsonSchema, type JsonSchema } from "../../../src/domain/config/config-json-schema.js";

type Field = { path: string; schema: JsonSchema };

/** Every field with its path. Below lists and maps fields have no default: there is no list item until someone adds it. */
function fieldsOf(schema: JsonSchema, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => [
    { path: `${prefix}${key}`, schema: child },
    ...fieldsOf(child, `${prefix}${key}.`),
  ]);
}

function itemFieldsOf(schema: JsonSchema, prefix = ""): Field[] {
  const variants = [schema.items, schema.additionalProperties, ...(schema.oneOf ?? [])];
  const items = variants.filter((variant): variant is JsonSchema => typeof variant === "object");
  return [
    ...items.flatMap((item) => fieldsOf(item, `${prefix}[].`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, child]) => itemFieldsOf(child, `${prefix}.${key}`)),
  ];
}

describe("the configuration's JSON Schema", () => {
  const schema = configJsonSchema();
  const fields = fieldsOf(schema);
  const isPrice = ({ path }: Field) => path.startsWith("prices.");

  it("describes every field", () => {
    const all = [...fields, ...itemFieldsOf(schema)].filter((field) => !/^prices\.[^.]+$/.test(field.path));
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((field) => !field.schema.description).map((field) => field.path)).toEqual([]);
  });

  it("gives every field a default, by itself or by its parts", () => {
    const without = fields.filter((field) => field.schema.default === undefined && !field.schema.properties);
    expect(without.filter((field) => !isPrice(field)).map((field) => field.path)).toEqual([]);
  });

  it("refuses unknown keys, so that editors show them", () => {
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties?.budgets?.additionalProperties).toBe(false);
  });

  it("shows no limits that are only the machine's", () => {
    expect(JSON.stringify(schema)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it("is what is checked in", () => {
    const file = new URL("../../../.github/config.schema.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(schema);
  });
});
