/** What a reviewer is shown beside the work, most important first (requirements.md#reviewer-context). */
export const CONTEXT_PRIORITY = ["sops", "decisions", "file-summaries", "conventions"] as const;
export type ContextKind = (typeof CONTEXT_PRIORITY)[number];

export type ContextItem = { readonly kind: ContextKind; readonly name: string; readonly tokens: number };

/** What goes in, what does not, by name; and whether the standards fit, without which nothing may be asked. */
export type AssembledContext = {
  readonly sopsFit: boolean;
  readonly included: readonly ContextItem[];
  readonly leftOut: readonly ContextItem[];
};

/**
 * Fills the reserve with whole items. Once one item of a kind does not fit, nothing less important slips in before it.
 * Standards are all or nothing; a caller that sees `sopsFit: false` splits the task.
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
