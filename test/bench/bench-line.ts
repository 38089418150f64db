/** What is hoped of a number. */
export type Goal = { readonly bound: "at most" | "below"; readonly value: number };

/** One measured number. Where it could not be measured it is null, and the note says why. */
export type BenchLine = {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  readonly goal?: Goal;
  readonly note?: string;
};

export const atMost = (value: number): Goal => ({ bound: "at most", value });
export const below = (value: number): Goal => ({ bound: "below", value });

/** Says on the way what is measured now, for whoever waits. */
export type Progress = (step: string) => void;

/** One bench by its name. */
export type Bench = {
  readonly about: string;
  /** On two processors that do nothing else. */
  readonly takes: string;
  readonly run: (progress: Progress) => Promise<readonly BenchLine[]>;
};

/** Two digits behind the point are more than any of these can be repeated to. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
