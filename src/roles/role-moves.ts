import { amendmentProposerPropose } from "./amendment-proposer-propose.js";
import { arbiterAdjudicate } from "./arbiter-adjudicate.js";
import { arbiterAdjudicateContract } from "./arbiter-adjudicate-contract.js";
import { challengerChallenge } from "./challenger-challenge.js";
import { challengerChallengeContract } from "./challenger-challenge-contract.js";
import { judgeJudge } from "./judge-judge.js";
import { plannerPlan } from "./planner-plan.js";
import { productDraft } from "./product-draft.js";
import { proposerAmend } from "./proposer-amend.js";
import { proposerImplement } from "./proposer-implement.js";
import { proposerRedraftContract } from "./proposer-redraft-contract.js";
import { proposerRevise } from "./proposer-revise.js";
import { proposerSpecify } from "./proposer-specify.js";

/** Everything a model is ever asked to do here, by move. */
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
