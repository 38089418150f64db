import type { z } from "zod";
import { isPlaceholder } from "../../domain/placeholder.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { readYaml, writeYaml, type YamlLimits } from "../../yaml/yaml.js";
import { fencedBlock } from "../fenced-block.js";

/** The limits of the YAML in a comment: GitHub's limit of a comment, and no expansion on reading. */
const PAYLOAD_LIMITS: YamlLimits = { maxBytes: 262_144, maxDepth: 16, maxAliases: 0, maxNodes: 4_000 };

/** Longer words stay in the person's own comment; the answer must fit into one as well. */
const MAX_WORDS = 1_000;
/** How many problems an answer lists; the details have all of them. */
const MAX_PROBLEMS = 20;

/** The YAML of a command: its schema, and a valid document that contains the person's own words. */
export type PayloadShape<S extends z.ZodType> = {
  readonly schema: S;
  readonly template: (words: string) => z.input<S>;
};

/** A whole comment that the command accepts, with the YAML written out. */
export function payloadComment<S extends z.ZodType>(command: string, shape: PayloadShape<S>, words = ""): string {
  const value = shape.template(isPlaceholder(words) || words.length > MAX_WORDS ? "" : words);
  return `${command}\n\n${fencedBlock(writeYaml(value, shape.schema), "yaml")}`;
}

/** The input: the command as far as it was written, the words after it, and the block below it. */
export type PayloadInput = { readonly command: string; readonly words: string; readonly payload: string | null };

/**
 * Reads the block below a command. Free text is not enough for a decision (requirements.md#resolutions): the refusal
 * shows the exact comment to send instead, with that text already in its place.
 */
export function takePayload<S extends z.ZodType>(
  shape: PayloadShape<S>,
  { command, words, payload }: PayloadInput,
): Outcome<z.output<S>> {
  if (payload === null) {
    const comment = payloadComment(command, shape, words.trim());
    return refuse(
      "payload-needed",
      `\`${command}\` needs a fenced \`yaml\` block below it. Copy this, change it to what you want, and send it:\n\n${fencedBlock(comment, "markdown")}`,
      { comment },
    );
  }
  const read = readYaml("yaml block", payload, shape.schema, PAYLOAD_LIMITS);
  if (read.ok) return accept(read.value);
  const comment = payloadComment(command, shape);
  return refuse(
    "payload-invalid",
    `The \`yaml\` block below \`${command}\` cannot be used:\n\n${fencedBlock(listed(read.refusal.message), "text")}\n\nThis one can:\n\n${fencedBlock(comment, "markdown")}`,
    { ...read.refusal.details, comment },
  );
}

function listed(message: string): string {
  const lines = message.split("\n");
  const left = lines.length - MAX_PROBLEMS;
  return left > 0 ? [...lines.slice(0, MAX_PROBLEMS), `and ${left} more`].join("\n") : message;
}
