import type { Feature } from "../../engine/feature.js";
import { detectComments } from "./detect-comments.js";
import { detectPaused } from "./detect-paused.js";
import { removeDuplicates } from "./remove-duplicates.js";
import { withSayings } from "./sayings.js";

/** Comments are read, and answers and notes are written. */
export const inbox: Feature = {
  name: "inbox",
  detect: detectComments,
  detectPaused,
  effects: ({ observed }) => removeDuplicates(observed),
  speak: withSayings,
};
