import type { Intent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { noticeReviewCommands } from "../inbox/detect-review-commands.js";
import { noticeStrangersLabels } from "../request/detect-unauthorised-labels.js";
import { noticeSpecHands } from "../spec/detect-manual-merge.js";
import { isFinished } from "../spec/reduce-product.js";
import { noticeHandMerges } from "./detect-manual-merges.js";
import { noticeTakeOvers } from "./detect-take-overs.js";
import { noticeWithdrawal } from "./detect-withdrawal.js";

/**
 * What people did by hand where the loop works: merged, closed, pushed, deleted, labelled, edited. Each is noticed once and
 * answered, never ignored (decisions.md#what-people-do-is-answered). A finished product is nobody's business but the
 * one who still merges.
 */
export function noticeByHand(situation: Situation): Intent[] {
  return [
    ...noticeHandMerges(situation),
    ...noticeStrangersLabels(situation),
    ...(isFinished(situation.state)
      ? []
      : [
          ...noticeTakeOvers(situation),
          ...noticeSpecHands(situation),
          ...noticeWithdrawal(situation),
          ...noticeReviewCommands(situation),
        ]),
  ];
}
