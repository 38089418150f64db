import { jsonSchemaOutputFormat } from "@anthropic-ai/sdk/helpers/json-schema";
import { type ZodType, z } from "zod";
import { type RootSchema, rootOf } from "../../answer-schema.js";

/**
 * The schema of structured output. It has numeric limits, lengths and patterns as descriptions only: our own parser
 * enforces them (decisions.md#the-model-client).
 */
export function outputSchema(Answer: ZodType): RootSchema {
  const { Root, wrapped } = rootOf(Answer);
  const described = z.toJSONSchema(Root, {
    reused: "ref",
    override: ({ jsonSchema }) => joinPatterns(jsonSchema),
  });
  const { schema } = jsonSchemaOutputFormat({ ...described, type: "object" } as ObjectSchema);
  return { schema: schema as RootSchema["schema"], wrapped };
}

type ObjectSchema = Parameters<typeof jsonSchemaOutputFormat>[0];

/** Several patterns of one text become `allOf` without a type. The SDK's transformation refuses that. */
function joinPatterns(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type !== "string" || schema.allOf === undefined) return;
  const patterns = schema.allOf.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  delete schema.allOf;
  schema.description = [schema.description, `Matches ${patterns.join(" and ")}.`].filter(Boolean).join(" ");
}
