import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { freshRemarks } from "../remarks/detect-remarks.js";
import { detectComments } from "./detect-comments.js";
import { detectReviewCommands } from "./detect-review-commands.js";

/**
 * Only commands are heard while everything is paused. The cursor that a command moves is also that of reviews, so what is in
 * them goes along with it.
 */
export function detectPaused(situation: Situation): readonly FactoryEvent[] {
  const heard = detectComments(situation);
  return heard.length === 0 ? [] : [...freshRemarks(situation), ...detectReviewCommands(situation), ...heard];
}
