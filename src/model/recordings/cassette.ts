import { z } from "zod";
import { Role } from "../../domain/artifacts/producer.js";
import { RoleInput } from "../../domain/artifacts/visibility.js";
import { Usage } from "../../domain/budget/cost.js";
import { digestOf, sha256 } from "../../domain/hash.js";
import { ModuleId, TaskId } from "../../domain/ids.js";
import { toolSchema } from "../answer-schema.js";
import type { Question, Tool } from "../model-port.js";
import { steadyText } from "./steady-text.js";

/** The question that a recording answers. */
export const CassetteKey = z.strictObject({
  role: Role,
  task: TaskId.nullable(),
  module: ModuleId.nullable(),
  activity: z.string().min(1),
  attempt: z.int().min(1),
});
export type CassetteKey = z.infer<typeof CassetteKey>;

const ShortDigest = z.string().regex(/^[0-9a-f]{12}$/, "must be the first 12 digits of a SHA-256");

/** Everything that the answer depended on. Run ids, instants and the model's name do not affect it. */
export const Matters = z.strictObject({
  prompt: z.string().min(1),
  /** With its placeholders filled in. */
  prompt_text: ShortDigest,
  given: z.array(z.strictObject({ input: RoleInput, title: z.string(), digest: ShortDigest })),
  tools: z.array(z.string().min(1)),
  /** Each tool's description and input schema, by name. The provider's own tools have none. */
  tool_schemas: z.record(z.string(), ShortDigest),
  answer_schema: ShortDigest,
});
export type Matters = z.infer<typeof Matters>;

/** A part of the model's message in readable form: JSON as YAML, a tool call with its input. */
export const RecordedBlock = z.union([
  z.strictObject({ thinking: z.string() }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ json: z.json() }),
  z.strictObject({ call: z.string().min(1), id: z.string().min(1), input: z.json() }),
  /** Other data of the provider, such as search results, word for word. */
  z.strictObject({ block: z.looseObject({ type: z.string().min(1) }) }),
]);
export type RecordedBlock = z.infer<typeof RecordedBlock>;

/** One whole message of the model. */
export const RecordedTurn = z.strictObject({
  model: z.string().min(1),
  request_id: z.string().min(1).nullable(),
  stop_reason: z.string().min(1).nullable(),
  refusal: z.string().nullable(),
  usage: Usage,
  content: z.array(RecordedBlock),
});
export type RecordedTurn = z.infer<typeof RecordedTurn>;

/** One question's recording, in one file. It has no header and no request, so it can have no key. */
export const Cassette = z.strictObject({ key: CassetteKey, matters: Matters, turns: z.array(RecordedTurn).min(1) });
export type Cassette = z.infer<typeof Cassette>;

export function keyOf({ role, subject }: Pick<Question<unknown>, "role" | "subject">): CassetteKey {
  const { task, module, activity, attempt } = subject;
  return { role, task, module, activity, attempt };
}

export function mattersOf(question: Question<unknown>): Matters {
  const web = question.webSearch ? ["web_search"] : [];
  return {
    prompt: question.prompt.version,
    prompt_text: shortDigest(sha256(question.prompt.text)),
    given: question.given.map(({ input, title, text }) => ({
      input,
      title,
      digest: shortDigest(sha256(steadyText(input, text))),
    })),
    tools: [...question.tools.map(({ name }) => name), ...web, question.submitAs],
    tool_schemas: Object.fromEntries(
      question.tools.map(({ name, description, Input }) => [name, schemaDigest({ description, Input })]),
    ),
    answer_schema: shortDigest(digestOf(toolSchema(question.Answer).schema)),
  };
}

function schemaDigest({ description, Input }: Pick<Tool, "description" | "Input">): string {
  return shortDigest(digestOf({ description, input: toolSchema(Input).schema }));
}

function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}
