import { configJsonSchema, type JsonSchema } from "../../src/domain/config/config-json-schema.js";
import { markdownTable } from "./markdown-table.js";
import { type SchemaField, schemaFields } from "./schema-fields.js";
import { schemaValues } from "./schema-values.js";

/** Longer defaults are below the table. */
const SHORT = 60;

/** Every field of `.factory/config.yml` with its values and its default, from the schema that reads it. */
export function configurationReference(): string {
  const schema = configJsonSchema();
  // A section has no row of its own; its fields do.
  const fields = schemaFields(schema).filter((field) => field.schema.description !== undefined);
  const long = fields.filter((field) => defaultOf(field).length > SHORT);
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    schemaValues(field.schema),
    long.includes(field) ? "[below](#longer-defaults)" : code(defaultOf(field)),
    field.schema.description ?? "",
  ]);
  return [
    "# Configuration",
    "<!-- Generated from src/domain/config: npm run generate -->",
    "`.factory/config.yml` on the default branch. Every field has a default, so an empty file is a complete configuration; an unknown field is an error that names it. It is read from the default branch only, never from a pull request.",
    "Editors that know YAML schemas complete it: the first line of the file that set-up proposes points to [`config.schema.json`](../config.schema.json).",
    markdownTable(["field", "what it takes", "default", "what it does"], rows),
    "## Longer defaults",
    ...long.map(({ name, schema }) => defaultBlock(name, schema.default)),
    "## Built-in prices",
    "What `prices.<model>` holds where nothing is written; a model given again replaces the built-in one.",
    defaultBlock("prices", pricesOf(schema)),
    "",
  ].join("\n\n");
}

function pricesOf({ properties = {} }: JsonSchema): Readonly<Record<string, unknown>> {
  const models = Object.entries(properties.prices?.properties ?? {});
  return Object.fromEntries(models.map(([model, price]) => [model, price.default]));
}

function defaultBlock(name: string, value: unknown): string {
  return `\`${name}\`\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function defaultOf({ schema }: SchemaField): string {
  return schema.default === undefined ? "" : JSON.stringify(schema.default);
}

function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}
