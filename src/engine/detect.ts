import { noticeBaseline } from "../features/baseline/detect-baseline.js";
import { noticeSpending } from "../features/budget/detect-spending.js";
import { noticeCheckpoint } from "../features/checkpoints/detect-checkpoint.js";
import { noticeDeprecations } from "../features/deprecation/detect-deprecations.js";
import { noticeCards } from "../features/halts/detect-cards.js";
import { noticeEnded } from "../features/halts/detect-ended.js";
import { noticeComments } from "../features/inbox/detect-comments.js";
import { noticeReviewCommands } from "../features/inbox/detect-review-commands.js";
import { noticeChanges } from "../features/interface-change/detect-changes.js";
import { noticeByHand } from "../features/manual-changes/detect-manual-changes.js";
import { noticeWork } from "../features/modules/detect-work.js";
import { isPaused } from "../features/pause/is-paused.js";
import { noticeRelease } from "../features/release/detect-release.js";
import { freshRemarks, noticeRemarks } from "../features/remarks/detect-remarks.js";
import { noticeRequest } from "../features/request/detect-request.js";
import { noticeProduct } from "../features/spec/detect-product.js";
import { noticeProject } from "../features/tasks/detect-project.js";
import { noticeUndo } from "../features/undo/detect-undo.js";
import type { Intent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";

/** What has come about since, the first kind of it that there is: the order is that in which it counts. */
export function notice(input: DecisionInput, state: FactoryState | null): readonly Intent[] {
  const { observed, config, now } = input;
  if (state !== null && isPaused(state)) return noticePaused(situationIn(input, state));
  const requested = noticeRequest({ state, observed, approvers: config.approvers, now });
  if (state === null || requested.length > 0) return requested;
  const situation = situationIn(input, state);
  for (const look of [
    noticeComments,
    noticeByHand,
    noticeUndo,
    noticeProduct,
    noticeBaseline,
    noticeSpending,
    noticeWork,
    noticeChanges,
    noticeRemarks,
    noticeCheckpoint,
    noticeCards,
    noticeEnded,
    noticeProject,
    noticeRelease,
    noticeDeprecations,
  ]) {
    const intents = look(situation);
    if (intents.length > 0) return intents;
  }
  return [];
}

/**
 * Pause is absolute: only commands are heard. Whatever else came about is still there to be noticed after it; but the
 * cursor that a command moves is also that of reviews, so what is in them goes along with it.
 */
function noticePaused(situation: Situation): readonly Intent[] {
  const heard = noticeComments(situation);
  return heard.length === 0 ? [] : [...freshRemarks(situation), ...noticeReviewCommands(situation), ...heard];
}
