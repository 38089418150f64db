import { Role } from "../../domain/artifacts/producer.js";
import { assembleContext, type ContextItem, type ContextKind } from "../../domain/budget/context-priority.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import type { SizingConfig } from "../../domain/config/sizing-config.js";
import { underNames } from "./offer.js";
import type { NamedText } from "./role-facts.js";

/** What a reviewer sees beside the work, by kind. */
export type ReviewItems = Readonly<Record<ContextKind, readonly NamedText[]>>;

/** The reviewing roles; only they have a reserve for what is beside the work (requirements.md#reviewer-context). */
const REVIEWERS: ReadonlySet<Role> = new Set([Role.enum.challenger, Role.enum.arbiter]);

/**
 * One text of a kind for a role. A reviewer's reserve is filled with whole items in order of importance, and the rest
 * is named. Standards are always complete: `fitsContext` has checked that they fit.
 */
export function textOfKind(
  kind: ContextKind,
  items: ReviewItems,
  { role, sizing }: { role: Role; sizing: SizingConfig },
): string {
  const end = REVIEWERS.has(role) && kind !== "sops" ? countThatFits(kind, items, sizing) : items[kind].length;
  const [shown, leftOut] = [items[kind].slice(0, end), items[kind].slice(end)];
  const names = leftOut.map(({ name }) => name).join(", ");
  const note = leftOut.length === 0 ? [] : [`[left out, because the reserve is full: ${names}]`];
  return [...(shown.length === 0 ? [] : [underNames(shown)]), ...note].join("\n\n");
}

/** Items of one kind are taken in order, so the number that fits identifies them. */
function countThatFits(kind: ContextKind, items: ReviewItems, sizing: SizingConfig): number {
  const sized = (Object.keys(items) as ContextKind[]).flatMap((each) =>
    items[each].map(({ name, text }): ContextItem => ({ kind: each, name, tokens: estimateTokens(text, sizing) })),
  );
  return assembleContext(sized, sizing.sop_context_reserve).included.filter((item) => item.kind === kind).length;
}
