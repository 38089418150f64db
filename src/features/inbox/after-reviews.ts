import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";

type Said = Extract<Effect, { kind: "say" }>;

/**
 * Comments go before other effects. But a card cites the verdict that led to it, so the pending reviews of its pull
 * request are posted before it. An answer to a person never waits.
 */
export function afterReviews(
  { inbox }: Pick<FactoryState, "inbox">,
  words: readonly Effect[],
  actions: readonly Effect[],
): Effect[] {
  const notes = inbox.pending.filter(({ answers, acknowledges }) => answers === null && acknowledges !== true);
  const keys = new Set(notes.map(({ key }) => key));
  const isNote = (effect: Effect): effect is Said => effect.kind === "say" && keys.has(effect.key);
  const first = words.findIndex(isNote);
  if (first === -1) return [...words, ...actions];
  const places = new Set(words.filter(isNote).map(({ issue }) => issue));
  const isCited = (action: Effect) => action.kind === "post-review" && places.has(action.number);
  const [cited, others] = [actions.filter(isCited), actions.filter((action) => !isCited(action))];
  return [...words.slice(0, first), ...cited, ...words.slice(first), ...others];
}
