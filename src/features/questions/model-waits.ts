import type { Effect } from "../../engine/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Wait } from "../../engine/wait.js";
import { moment } from "../../render/moment.js";
import { plainLine } from "../../render/plain-text.js";
import { patienceEnds } from "./postponed.js";

/**
 * That a model which is asked for something cannot be had. Several questions wait for the same model as a rule, so the one
 * that has waited longest speaks for all. When the next try is made is not said: the words would change with each.
 */
export function modelWaits({ postponed = {} }: Pick<FactoryState, "postponed">, pending: readonly Effect[]): Wait[] {
  const [longest] = pending
    .flatMap(({ key }) => postponed[key] ?? [])
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
  if (longest === undefined) return [];
  const { why, since } = longest;
  const until = moment(patienceEnds(longest));
  const words = `the model, which is asked again by itself until ${until}: ${plainLine(why)}`;
  return [{ who: "model", for: words, since }];
}
