/**
 * GitHub's advice and its secondary limits, with a margin: it refuses at 80 a minute and 500 an hour
 * (decisions.md#github-limits).
 */
const WRITE_GAP_MS = 1_000;
const WRITES_PER_MINUTE = 60;
const WRITES_PER_HOUR = 450;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** When the next write is allowed after earlier ones, oldest first. In milliseconds; never before `now`. */
export function nextWriteAt(history: readonly number[], now: number): number {
  const after = (writes: number, pause: number) => {
    const earlier = history.at(-writes);
    return earlier === undefined ? now : earlier + pause;
  };
  return Math.max(now, after(1, WRITE_GAP_MS), after(WRITES_PER_MINUTE, MINUTE_MS), after(WRITES_PER_HOUR, HOUR_MS));
}

/** The writes that still count. */
export function stillCounting(history: readonly number[], now: number): number[] {
  return history.filter((at) => at > now - HOUR_MS);
}
