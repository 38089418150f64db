import { amendmentProposerPropose } from "../../src/roles/amendment-proposer/amendment-proposer-propose.js";
import { arbiterAdjudicate } from "../../src/roles/arbiter/arbiter-adjudicate.js";
import { arbiterAdjudicateContract } from "../../src/roles/arbiter/arbiter-adjudicate-contract.js";
import { challengerChallenge } from "../../src/roles/challenger/challenger-challenge.js";
import { challengerChallengeContract } from "../../src/roles/challenger/challenger-challenge-contract.js";
import { challengerReviewPlan } from "../../src/roles/challenger/challenger-review-plan.js";
import { judgeJudge } from "../../src/roles/judge/judge-judge.js";
import { plannerPlan } from "../../src/roles/planner/planner-plan.js";
import { productDraft } from "../../src/roles/product/product-draft.js";
import { proposerAmend } from "../../src/roles/proposer/proposer-amend.js";
import { proposerImplement } from "../../src/roles/proposer/proposer-implement.js";
import { proposerRedraftContract } from "../../src/roles/proposer/proposer-redraft-contract.js";
import { proposerRevise } from "../../src/roles/proposer/proposer-revise.js";
import { proposerSpecify } from "../../src/roles/proposer/proposer-specify.js";

/** Every activity of every role. */
export const ROLE_ACTIVITIES = {
  draft: productDraft,
  plan: plannerPlan,
  specify: proposerSpecify,
  implement: proposerImplement,
  revise: proposerRevise,
  amend: proposerAmend,
  challenge: challengerChallenge,
  "review-plan": challengerReviewPlan,
  adjudicate: arbiterAdjudicate,
  judge: judgeJudge,
  propose: amendmentProposerPropose,
  "redraft-contract": proposerRedraftContract,
  "challenge-contract": challengerChallengeContract,
  "adjudicate-contract": arbiterAdjudicateContract,
} as const;
