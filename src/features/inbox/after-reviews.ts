import type { Effect } from "../../engine/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";

type Said = Extract<Effect, { kind: "say" }>;

/**
 * Words, then deeds; but a card cites the verdict that led to it, so the reviews that its pull request is owed come before
 * it. An answer to a person waits for nothing.
 */
export function afterReviews(
  { inbox }: Pick<FactoryState, "inbox">,
  words: readonly Effect[],
  deeds: readonly Effect[],
): Effect[] {
  const notes = inbox.owed.filter(({ answers, acknowledges }) => answers === null && acknowledges !== true);
  const keys = new Set(notes.map(({ key }) => key));
  const isNote = (effect: Effect): effect is Said => effect.kind === "say" && keys.has(effect.key);
  const first = words.findIndex(isNote);
  if (first === -1) return [...words, ...deeds];
  const places = new Set(words.filter(isNote).map(({ issue }) => issue));
  const isCited = (deed: Effect) => deed.kind === "post-review" && places.has(deed.number);
  const [cited, others] = [deeds.filter(isCited), deeds.filter((deed) => !isCited(deed))];
  return [...words.slice(0, first), ...cited, ...words.slice(first), ...others];
}
