/** What a reviewer is shown besides the work, most important first (requirements.md#reviewer-context). */
export const CONTEXT_PRIORITY = ["sops", "decisions", "file-summaries", "conventions"] as const;
export type ContextKind = (typeof CONTEXT_PRIORITY)[number];

export type ContextItem = { readonly kind: ContextKind; readonly name: string; readonly tokens: number };

/** What is included and what is not, by name; and whether the standards fit. Nothing may be asked without them. */
export type AssembledContext = {
  readonly sopsFit: boolean;
  readonly included: readonly ContextItem[];
  readonly leftOut: readonly ContextItem[];
};

/**
 * Fills the reserve with whole items. Once an item of a kind does not fit, nothing less important is included.
 * Standards are all or nothing: a caller that gets `sopsFit: false` splits the task.
 */
export function assembleContext(items: readonly ContextItem[], reserve: number): AssembledContext {
  const ordered = CONTEXT_PRIORITY.flatMap((kind) => items.filter((item) => item.kind === kind));
  const sops = ordered.filter((item) => item.kind === "sops");
  if (tokensOf(sops) > reserve) return { sopsFit: false, included: [], leftOut: ordered };
  let used = 0;
  const firstTooLarge = ordered.findIndex((item) => {
    used += item.tokens;
    return used > reserve;
  });
  const end = firstTooLarge === -1 ? ordered.length : firstTooLarge;
  return { sopsFit: true, included: ordered.slice(0, end), leftOut: ordered.slice(end) };
}

function tokensOf(items: readonly ContextItem[]): number {
  return items.reduce((total, item) => total + item.tokens, 0);
}
