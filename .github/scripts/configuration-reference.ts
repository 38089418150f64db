import { configJsonSchema, type JsonSchema } from "../../src/domain/config/config-json-schema.js";
import { markdownTable } from "./markdown-table.js";

/** Longer defaults stand below the table. */
const SHORT = 60;

type Field = { readonly name: string; readonly schema: JsonSchema };

/** Every field of `.factory/config.yml` with its default, from the schema that reads it. */
export function configurationReference(): string {
  const fields = fieldsOf("", configJsonSchema());
  const long = fields.filter(({ schema }) => defaultOf(schema).length > SHORT);
  const rows = fields.map(({ name, schema }) => [
    `\`${name}\``,
    long.some((field) => field.name === name) ? "[below](#longer-defaults)" : code(defaultOf(schema)),
    schema.description ?? "",
  ]);
  return [
    "# Configuration",
    "<!-- Generated from src/domain/config: npm run generate -->",
    "`.factory/config.yml` on the default branch. Every field has a default, so an empty file is a complete configuration; an unknown field is an error that names it. It is read from the default branch only, never from a pull request.",
    "Editors that know YAML schemas complete it: the first line of the file that set-up proposes points to [`config.schema.json`](../config.schema.json).",
    markdownTable(["field", "default", "what it does"], rows),
    "## Longer defaults",
    ...long.map(({ name, schema }) => `\`${name}\`\n\n\`\`\`json\n${JSON.stringify(schema.default, null, 2)}\n\`\`\``),
    "",
  ].join("\n\n");
}

function fieldsOf(prefix: string, { properties = {} }: JsonSchema): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema }, ...fieldsOf(name, schema)];
  });
}

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? "" : JSON.stringify(schema.default);
}

function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}
