import { z } from "zod";
import { Config } from "./config.js";

/** The part of JSON Schema that the configuration's schema uses. */
export type JsonSchema = {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
};

/** The configuration as people write it, for editors. Draft 7, because that is what YAML editors read best. */
export function configJsonSchema(): JsonSchema {
  return z.toJSONSchema(Config.describe("Configuration of Software Factory: .factory/config.yml"), {
    io: "input",
    target: "draft-07",
    override: ({ jsonSchema }) => {
      // Zod writes out the limits of its integers, which are noise to a person.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // The defaults of a section's fields describe it; `default: {}` would suggest that it does nothing.
      if (jsonSchema.properties && isEmptyObject(jsonSchema.default)) delete jsonSchema.default;
    },
  }) as JsonSchema;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
