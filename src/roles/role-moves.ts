import { amendmentProposerPropose } from "./amendment-proposer/amendment-proposer-propose.js";
import { arbiterAdjudicate } from "./arbiter/arbiter-adjudicate.js";
import { arbiterAdjudicateContract } from "./arbiter/arbiter-adjudicate-contract.js";
import { challengerChallenge } from "./challenger/challenger-challenge.js";
import { challengerChallengeContract } from "./challenger/challenger-challenge-contract.js";
import { judgeJudge } from "./judge/judge-judge.js";
import { plannerPlan } from "./planner/planner-plan.js";
import { productDraft } from "./product/product-draft.js";
import { proposerAmend } from "./proposer/proposer-amend.js";
import { proposerImplement } from "./proposer/proposer-implement.js";
import { proposerRedraftContract } from "./proposer/proposer-redraft-contract.js";
import { proposerRevise } from "./proposer/proposer-revise.js";
import { proposerSpecify } from "./proposer/proposer-specify.js";

/** All moves of all roles. */
export const ROLE_MOVES = {
  draft: productDraft,
  plan: plannerPlan,
  specify: proposerSpecify,
  implement: proposerImplement,
  revise: proposerRevise,
  amend: proposerAmend,
  challenge: challengerChallenge,
  adjudicate: arbiterAdjudicate,
  judge: judgeJudge,
  propose: amendmentProposerPropose,
  "redraft-contract": proposerRedraftContract,
  "challenge-contract": challengerChallengeContract,
  "adjudicate-contract": arbiterAdjudicateContract,
} as const;
