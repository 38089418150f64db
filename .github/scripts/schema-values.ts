import type { JsonSchema } from "../../src/domain/config/config-json-schema.js";

/** The allowed values of a field, in a few words; empty for a section. */
export function schemaValues(schema: JsonSchema): string {
  const { type, items, propertyNames, additionalProperties } = schema;
  const either = schema.anyOf ?? schema.oneOf;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (either !== undefined) return [...new Set(either.map(schemaValues))].filter((words) => words !== "").join(", or ");
  if (type === "array") return items?.properties === undefined ? `a list of ${schemaValues(items ?? {})}` : "a list";
  if (type === "integer" || type === "number") return numbers(schema);
  if (type === "boolean") return "`true`, `false`";
  if (type === "null") return "`null`";
  if (type === "string") return "text";
  if (propertyNames?.enum !== undefined && typeof additionalProperties === "object")
    return `any of ${propertyNames.enum.map((key) => `\`${key}\``).join(", ")}, each one of ${schemaValues(additionalProperties)}`;
  return "";
}

function numbers({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum.toLocaleString("en")}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum.toLocaleString("en")}`]),
    ...(maximum === undefined ? [] : [`${minimum === undefined ? "up " : ""}to ${maximum.toLocaleString("en")}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum.toLocaleString("en")}`]),
  ];
  return [type === "integer" ? "a whole number" : "a number", ...bounds].join(" ");
}
