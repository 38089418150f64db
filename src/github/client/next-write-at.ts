/**
 * GitHub's advice and its secondary limits, with room to spare: 80 a minute and 500 an hour are where it refuses
 * (decisions.md#github-limits).
 */
const WRITE_GAP_MS = 1_000;
const WRITES_PER_MINUTE = 60;
const WRITES_PER_HOUR = 450;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** When the next write may go, given when earlier ones went, oldest first. All in milliseconds; never before `now`. */
export function nextWriteAt(history: readonly number[], now: number): number {
  const after = (writes: number, pause: number) => {
    const earlier = history.at(-writes);
    return earlier === undefined ? now : earlier + pause;
  };
  return Math.max(now, after(1, WRITE_GAP_MS), after(WRITES_PER_MINUTE, MINUTE_MS), after(WRITES_PER_HOUR, HOUR_MS));
}

/** The writes that can still hold another one back. */
export function stillCounting(history: readonly number[], now: number): number[] {
  return history.filter((at) => at > now - HOUR_MS);
}
