import { describe, expect, it } from "vitest";
import { z } from "zod";
import { shortJsonSchema } from "../../src/model/short-json-schema.js";

const Field = z.strictObject({
  name: z.string().regex(/^\S+$/),
  type: z.string(),
  channel: z.enum(["stdin", "argument", "file", "environment", "http"]).exactOptional(),
});

describe("the schema of what a role hands in", () => {
  it("defines a long part once that stands in two places", () => {
    const schema = shortJsonSchema(z.strictObject({ added: z.array(Field), changed: z.array(Field) }));
    const { $defs, properties } = schema as { readonly $defs: Record<string, unknown>; readonly properties: unknown };
    const [[name, definition] = ["", undefined], ...others] = Object.entries($defs);
    expect(others).toEqual([]);
    expect(definition).toMatchObject({ required: ["name", "type"], additionalProperties: false });
    const items = { $ref: `#/$defs/${name}` };
    expect(properties).toEqual({ added: { type: "array", items }, changed: { type: "array", items } });
  });

  it("writes short parts, and what stands once, where they are used", () => {
    const Name = z.string().min(1);
    const schema = shortJsonSchema(z.strictObject({ one: Name, two: Name.describe("again"), field: Field }));
    expect(schema).not.toHaveProperty("$defs");
    expect(schema).toMatchObject({
      properties: { one: { type: "string", minLength: 1 }, two: { description: "again" }, field: { type: "object" } },
    });
  });

  it("keeps a definition that uses itself", () => {
    const schema = shortJsonSchema(z.strictObject({ value: z.json(), other: z.json() }));
    const text = JSON.stringify(schema);
    for (const [, id = ""] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      expect(Object.keys(Object(schema.$defs))).toContain(id);
    }
    expect(text).toContain('"$ref"');
  });

  it("names no limit that is only the largest whole number", () => {
    expect(JSON.stringify(shortJsonSchema(z.strictObject({ line: z.number().int().min(1) })))).not.toContain("maximum");
    expect(shortJsonSchema(z.strictObject({ line: z.int().max(9) }))).toMatchObject({
      properties: { line: { maximum: 9 } },
    });
  });
});
