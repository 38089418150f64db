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
 * Manual changes of what the App manages: merges, closed pull requests, pushes, deletions, labels, edits. Each is
 * detected once and answered (decisions.md#what-people-do-is-answered). After the end of a product only merges are
 * detected.
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
