/** The draft of one call, from the first `write_draft` on, or from the round before. */
export type KeptDraft = { text(): string | null; keep(text: string): void };

export function keptDraft(before: string | null): KeptDraft {
  let current = before;
  return {
    text: () => current,
    keep: (text) => {
      current = text;
    },
  };
}
