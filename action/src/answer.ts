/** The action's result, ready to be written. */
export type Answer = {
  readonly report: unknown;
  readonly summary: string;
  readonly passed: boolean;
  readonly failedValidator: string | null;
  readonly sentence: string;
  readonly failsStep: boolean;
};

/** The action's resources, wherever it was unpacked. */
export type ActionTools = {
  readonly workspace: string;
  readonly presetsFolder: string;
};
