import type { CodeIndexEntry } from "./code-index-entry.js";

/** The exact text that an entry's embedding is computed from (requirements.md#embedding-text). */
export function embeddingText({
  purpose,
  tags,
  io_summary,
}: Pick<CodeIndexEntry, "purpose" | "tags" | "io_summary">): string {
  const { inputs, outputs, error_surfaces, effects, modes } = io_summary;
  // Written out key by key, so that the order of keys in a file does not change the text.
  return `${purpose}\n${tags.join(", ")}\n${JSON.stringify({ inputs, outputs, error_surfaces, effects, modes })}`;
}
