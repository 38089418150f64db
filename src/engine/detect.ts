import { detectBaseline } from "../features/baseline/detect-baseline.js";
import { detectSpending } from "../features/budget/detect-spending.js";
import { detectCheckpoint } from "../features/checkpoints/detect-checkpoint.js";
import { detectDeprecations } from "../features/deprecation/detect-deprecations.js";
import { detectCards } from "../features/halts/detect-cards.js";
import { detectEnded } from "../features/halts/detect-ended.js";
import { detectComments } from "../features/inbox/detect-comments.js";
import { detectReviewCommands } from "../features/inbox/detect-review-commands.js";
import { detectChanges } from "../features/interface-change/detect-changes.js";
import { detectByHand } from "../features/manual-changes/detect-manual-changes.js";
import { detectWork } from "../features/modules/detect-work.js";
import { isPaused } from "../features/pause/is-paused.js";
import { detectRelease } from "../features/release/detect-release.js";
import { detectRemarks, freshRemarks } from "../features/remarks/detect-remarks.js";
import { detectRequest } from "../features/request/detect-request.js";
import { detectProduct } from "../features/spec/detect-product.js";
import { detectProject } from "../features/tasks/detect-project.js";
import { detectUndo } from "../features/undo/detect-undo.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";

/** The events of the first detector that finds any. The order of the detectors is the order in which events count. */
export function detect(input: DecisionInput, state: FactoryState | null): readonly FactoryEvent[] {
  const { observed, config, now } = input;
  if (state !== null && isPaused(state)) return detectPaused(situationIn(input, state));
  const requested = detectRequest({ state, observed, approvers: config.approvers, now });
  if (state === null || requested.length > 0) return requested;
  const situation = situationIn(input, state);
  for (const look of [
    detectComments,
    detectByHand,
    detectUndo,
    detectProduct,
    detectBaseline,
    detectSpending,
    detectWork,
    detectChanges,
    detectRemarks,
    detectCheckpoint,
    detectCards,
    detectEnded,
    detectProject,
    detectRelease,
    detectDeprecations,
  ]) {
    const events = look(situation);
    if (events.length > 0) return events;
  }
  return [];
}

/**
 * While paused, only commands are read; everything else is detected after the pause. A command moves the cursor of
 * reviews, too, so the remarks and commands in reviews are read together with it.
 */
function detectPaused(situation: Situation): readonly FactoryEvent[] {
  const heard = detectComments(situation);
  return heard.length === 0 ? [] : [...freshRemarks(situation), ...detectReviewCommands(situation), ...heard];
}
