import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";

const Lines = (dimension: string) =>
  z
    .array(MeaningfulText)
    .min(1, `must not be empty: a plan thinks about ${dimension} too ("none: ..." with the reason)`);

/**
 * A planned module's interface in words, in all five dimensions (requirements.md#the-micro-plan). The contract makes it
 * exact.
 */
export const IoSketch = z.strictObject({
  inputs: Lines("inputs"),
  outputs: Lines("outputs"),
  error_surfaces: Lines("error surfaces"),
  effects: Lines("effects"),
  modes: Lines("modes"),
});
export type IoSketch = z.infer<typeof IoSketch>;
