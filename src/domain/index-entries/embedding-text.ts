import type { CodeIndexEntry } from "./code-index-entry.js";

/** The one text an entry's embedding is made of, byte for byte (requirements.md#embedding-text). */
export function embeddingText({
  purpose,
  tags,
  io_summary,
}: Pick<CodeIndexEntry, "purpose" | "tags" | "io_summary">): string {
  const { inputs, outputs, error_surfaces, effects, modes } = io_summary;
  // Spelled out, so that the order of keys in a file cannot change the text.
  return `${purpose}\n${tags.join(", ")}\n${JSON.stringify({ inputs, outputs, error_surfaces, effects, modes })}`;
}
