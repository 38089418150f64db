import type { Situation } from "../artifacts/visibility.js";

/** The activities in which a role is shown more than in its ordinary turn (requirements.md#who-sees-what). */
const SITUATIONS: ReadonlyMap<string, Situation> = new Map([
  ["revise", "on-revise"],
  ["amend", "on-amendments"],
  ["redraft-contract", "on-interface-change"],
  ["challenge-contract", "on-interface-change"],
  ["adjudicate-contract", "on-interface-change"],
  ["review-plan", "on-plan-review"],
]);

export function situationOf(activity: string): Situation {
  return SITUATIONS.get(activity) ?? "ordinary";
}
