import type { Intent } from "../../domain/factory/intent.js";
import { isFinished } from "../../domain/factory/reduce-product.js";
import type { Situation } from "../situation.js";
import { noticeHandMerges } from "./notice-hand-merges.js";
import { noticeReviewCommands } from "./notice-review-commands.js";
import { noticeSpecHands } from "./notice-spec-hands.js";
import { noticeStrangersLabels } from "./notice-strangers-labels.js";
import { noticeTakeOvers } from "./notice-take-overs.js";
import { noticeWithdrawal } from "./notice-withdrawal.js";

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
