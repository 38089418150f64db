/** What the action found out, ready to be written down. */
export type Answer = {
  readonly report: unknown;
  readonly summary: string;
  readonly passed: boolean;
  readonly failedValidator: string | null;
  readonly sentence: string;
  readonly failsStep: boolean;
};

/** What the action works with, wherever it was unpacked. */
export type ActionTools = {
  readonly workspace: string;
  readonly presetsFolder: string;
};
