import TinyQueue from "tinyqueue";

/**
 * The score of the `count`-th best, or 0 if there are no more than `count`. All others are below it, so only entries
 * with at least this score need sorting.
 */
export function scoreToReach(scores: Float64Array, count: number): number {
  if (scores.length <= count) return 0;
  const best = new TinyQueue<number>([...scores.subarray(0, count)]);
  let worst = best.peek() ?? 0;
  for (let place = count; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score <= worst) continue;
    best.pop();
    best.push(score);
    worst = best.peek() ?? 0;
  }
  return worst;
}
