import { type LiveCall, liveCallWords } from "../../engine/live-call.js";

/** A line that stays is written this often about one call. */
const EACH_SECONDS = 30;

/** What is new about the calls in progress, as lines that stay: when a call has become long, and then each half minute. */
export function callNews(): (calls: readonly LiveCall[]) => string[] {
  const said = new Set<string>();
  return (calls) =>
    calls.flatMap((call) => {
      const key = `${call.run}/${Math.floor(call.seconds / EACH_SECONDS)}`;
      if (said.has(key)) return [];
      said.add(key);
      return [liveCallWords(call)];
    });
}
