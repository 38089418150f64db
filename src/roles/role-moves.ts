import { amendmentProposerPropose } from "./amendment-proposer-propose.js";
import { arbiterAdjudicate } from "./arbiter-adjudicate.js";
import { challengerChallenge } from "./challenger-challenge.js";
import { judgeJudge } from "./judge-judge.js";
import { plannerPlan } from "./planner-plan.js";
import { productDraft } from "./product-draft.js";
import { proposerAmend } from "./proposer-amend.js";
import { proposerImplement } from "./proposer-implement.js";
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
} as const;
