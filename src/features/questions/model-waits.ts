import type { Wait, WaitView } from "../../engine/wait.js";
import { moment } from "../../render/moment.js";
import { plainLine } from "../../render/plain-text.js";
import { patienceEnds } from "./postponed.js";

/**
 * The wait for a model that is unavailable. Several questions usually wait for the same model, so only the longest wait
 * is shown. The time of the next try is left out, because the text would change with each try.
 */
export function modelWaits({ state: { postponed = {} }, pending }: WaitView): Wait[] {
  const [longest] = pending
    .flatMap(({ key }) => postponed[key] ?? [])
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
  if (longest === undefined) return [];
  const { why, since } = longest;
  const until = moment(patienceEnds(longest));
  const words = `the model, which is asked again by itself until ${until}: ${plainLine(why)}`;
  return [{ who: "model", for: words, since }];
}
