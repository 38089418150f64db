import { FEATURES } from "../features/features.js";
import type { Wait, WaitView } from "./wait.js";

/** A person's turn comes first, because only that does not pass by itself. Then what is in our hands, then the others. */
const TURNS: readonly Wait["who"][] = ["person", "factory", "model", "github"];

/** What is waited for, by whose turn it is and then in the order of the rows. Never silence (decisions.md#never-silence). */
export function waitsOf(view: WaitView): Wait[] {
  const waits = FEATURES.flatMap(({ waits: find }) => find?.(view) ?? []);
  return TURNS.flatMap((turn) => waits.filter(({ who }) => who === turn));
}
