/** One kind of endurance: goes on until its end or its time is up and says what it saw, or throws what would replay it. */
export type Soak = (options: {
  /** As somebody asked for; null leaves it to the part. */
  readonly minutes: number | null;
  readonly seed: number;
  /** What a failure named as its place, to be seen again by itself. Only some parts have such places. */
  readonly point: string | null;
  /** How many of a part's moments one telling may have. Only some parts can have more than one. */
  readonly together: number;
  readonly print: (line: string) => void;
}) => Promise<void>;

/** For parts that could go on for ever. */
const MINUTES = 10;

export function deadlineOf(minutes: number | null): number {
  return Date.now() + (minutes ?? MINUTES) * 60_000;
}
