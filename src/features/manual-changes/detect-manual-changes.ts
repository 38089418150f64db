import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { detectReviewCommands } from "../inbox/detect-review-commands.js";
import { detectStrangersLabels } from "../request/detect-unauthorised-labels.js";
import { detectSpecManualChanges } from "../spec/detect-manual-merge.js";
import { isFinished } from "../spec/reduce-product.js";
import { detectHandMerges } from "./detect-manual-merges.js";
import { detectTakeOvers } from "./detect-take-overs.js";
import { detectWithdrawal } from "./detect-withdrawal.js";

/**
 * What people did manually where the loop works: merged, closed, pushed, deleted, labelled, edited. Each is noticed once and
 * answered, never ignored (decisions.md#what-people-do-is-answered). A finished product is nobody's business but the
 * one who still merges.
 */
export function detectByHand(situation: Situation): FactoryEvent[] {
  return [
    ...detectHandMerges(situation),
    ...detectStrangersLabels(situation),
    ...(isFinished(situation.state)
      ? []
      : [
          ...detectTakeOvers(situation),
          ...detectSpecManualChanges(situation),
          ...detectWithdrawal(situation),
          ...detectReviewCommands(situation),
        ]),
  ];
}
