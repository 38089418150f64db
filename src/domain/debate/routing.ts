import { accept, type Outcome, refuse } from "../refusal.js";
import { Decision } from "./adjudication.js";
import type { Challenge, Failure, Verdict } from "./challenge.js";
import { type DebateProgress, revisionsLeft } from "./debate-progress.js";
import { type RepeatedObjection, repeatedObjections } from "./objection.js";

export type UpstreamFailure = Extract<Failure, { scope: "UPSTREAM" }>;

/** Where a compliant challenge leads. */
export type ChallengeStep =
  | { readonly next: "adjudicate"; readonly allowed: readonly Decision[] }
  | { readonly next: "revise"; readonly revision: number }
  | { readonly next: "raise-interface-change"; readonly failures: readonly UpstreamFailure[] }
  | { readonly next: "halt"; readonly cause: "plan-level-failure"; readonly failures: readonly Failure[] }
  | { readonly next: "halt"; readonly cause: "repeated-objection"; readonly objections: readonly RepeatedObjection[] };

/** The challenge just admitted, the one of the round before (if that round had one), and the budget used. */
export type ChallengedRound = {
  readonly challenge: Challenge;
  readonly previous: Challenge | undefined;
  readonly progress: Pick<DebateProgress, "revisions" | "limits">;
};

/**
 * The reach of a failure comes first: no revision of this module can mend the plan or a shipped contract. Then PASS is
 * adjudicated, FAIL revised while revisions are left, unless the same objection came twice in a row. With none left the
 * Arbiter decides, also over a repeated objection (requirements.md#revisions, decisions.md#a-repeated-objection-halts).
 */
export function routeChallenge({ challenge, previous, progress }: ChallengedRound): ChallengeStep {
  const ofPlan = challenge.failures.filter(({ scope }) => scope === "PLAN");
  if (ofPlan.length > 0) return { next: "halt", cause: "plan-level-failure", failures: ofPlan };
  const upstream = challenge.failures.filter((failure) => failure.scope === "UPSTREAM");
  if (upstream.length > 0) return { next: "raise-interface-change", failures: upstream };
  if (challenge.verdict === "PASS" || revisionsLeft(progress) === 0) {
    return { next: "adjudicate", allowed: allowedDecisions(challenge.verdict) };
  }
  const objections = previous === undefined ? [] : repeatedObjections(previous, challenge);
  if (objections.length > 0) return { next: "halt", cause: "repeated-objection", objections };
  return { next: "revise", revision: progress.revisions + 1 };
}

/**
 * Over a FAIL, which reaches the Arbiter only after the last revision, plain approval is not on offer
 * (requirements.md#revisions).
 */
export function allowedDecisions(verdict: Verdict): readonly Decision[] {
  return verdict === "PASS" ? Decision.options : ["APPROVE_WITH_AMENDMENTS", "REJECT"];
}

/**
 * What follows a decision. A rejection always halts: the Arbiter is asked when the two sides agree or have no revision
 * left, and the Proposer was never told its objection. Only a person can return the work to DRAFT inside the retry
 * window (requirements.md#artifact-statuses), by the card's `retry` or `fix` (decisions.md#a-rejection-is-a-revision).
 */
export type AdjudicationStep =
  | { readonly next: "ship" }
  | { readonly next: "amend" }
  | { readonly next: "halt"; readonly cause: "debate-rejected" };

export type AdjudicatedRound = {
  readonly decision: Decision;
  readonly verdict: Verdict;
  readonly gatesPassed: boolean;
};

/**
 * Code, not the prompt, limits what an Arbiter can do: a decision that is not allowed is refused and asked for again.
 */
export function routeAdjudication(round: AdjudicatedRound): Outcome<AdjudicationStep> {
  const { decision, verdict, gatesPassed } = round;
  const allowed = allowedDecisions(verdict);
  if (!allowed.includes(decision)) {
    return refuse(
      "decision-not-allowed",
      `${decision} is not possible over a challenge that says ${verdict}; the Arbiter decides ${allowed.join(" or ")}.`,
      { decision, verdict, allowed },
    );
  }
  if (decision !== "REJECT" && !gatesPassed) {
    return refuse(
      "approval-over-failed-gate",
      `${decision} is not possible: a gate failed, and no decision overrules a gate.`,
      {
        decision,
      },
    );
  }
  switch (decision) {
    case "APPROVE":
      return accept({ next: "ship" });
    case "APPROVE_WITH_AMENDMENTS":
      return accept({ next: "amend" });
    case "REJECT":
      return accept({ next: "halt", cause: "debate-rejected" });
    default:
      return decision satisfies never;
  }
}
