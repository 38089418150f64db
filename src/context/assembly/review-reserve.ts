import { Role } from "../../domain/artifacts/producer.js";
import { assembleContext, type ContextItem, type ContextKind } from "../../domain/budget/context-priority.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import type { SizingConfig } from "../../domain/config/sizing-config.js";
import { underNames } from "./offer.js";
import type { NamedText } from "./role-facts.js";

/** What is shown to a reviewer beside the work, by kind. */
export type ReviewItems = Readonly<Record<ContextKind, readonly NamedText[]>>;

/** Those who judge work; only they have a reserve for what stands beside it (seed 001, reviewer context assembly). */
const REVIEWERS: ReadonlySet<Role> = new Set([Role.enum.challenger, Role.enum.arbiter]);

/**
 * One text of a kind for a role. A reviewer's reserve is filled with whole items in the seed's order, and what does not
 * fit is named. Standards are always whole: that they do not fit was to be found out before (`fitsContext`).
 */
export function textOfKind(
  kind: ContextKind,
  items: ReviewItems,
  { role, sizing }: { role: Role; sizing: SizingConfig },
): string {
  const leftOut = REVIEWERS.has(role) && kind !== "sops" ? namesLeftOut(kind, items, sizing) : new Set<string>();
  const shown = items[kind].filter(({ name }) => !leftOut.has(name));
  const note = leftOut.size === 0 ? [] : [`[left out, because the reserve is full: ${[...leftOut].join(", ")}]`];
  return [...(shown.length === 0 ? [] : [underNames(shown)]), ...note].join("\n\n");
}

function namesLeftOut(kind: ContextKind, items: ReviewItems, sizing: SizingConfig): Set<string> {
  const sized = (Object.keys(items) as ContextKind[]).flatMap((each) =>
    items[each].map(({ name, text }): ContextItem => ({ kind: each, name, tokens: estimateTokens(text, sizing) })),
  );
  const { leftOut } = assembleContext(sized, sizing.sop_context_reserve);
  return new Set(leftOut.filter((item) => item.kind === kind).map(({ name }) => name));
}
