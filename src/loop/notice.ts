import type { FactoryState } from "../domain/factory/factory-state.js";
import type { Intent } from "../domain/factory/intent.js";
import { isPaused } from "../domain/factory/is-paused.js";
import { noticeBaseline } from "./baseline/notice-baseline.js";
import { noticeByHand } from "./by-hand/notice-by-hand.js";
import { noticeReviewCommands } from "./by-hand/notice-review-commands.js";
import { noticeChanges } from "./changes/notice-changes.js";
import { noticeCards } from "./decisions/notice-cards.js";
import { noticeCheckpoint } from "./decisions/notice-checkpoint.js";
import { noticeEnded } from "./decisions/notice-ended.js";
import { freshRemarks, noticeRemarks } from "./decisions/notice-remarks.js";
import { noticeSpending } from "./decisions/notice-spending.js";
import { noticeDeprecations } from "./deprecation/notice-deprecations.js";
import { noticeComments } from "./notice-comments.js";
import { noticeProduct } from "./notice-product.js";
import { noticeProject } from "./notice-project.js";
import { noticeRequest } from "./notice-request.js";
import { noticeRelease } from "./release/notice-release.js";
import { type DecisionInput, type Situation, situationIn } from "./situation.js";
import { noticeUndo } from "./undo/notice-undo.js";
import { noticeWork } from "./work/notice-work.js";

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
