import { accept, type Outcome, refuse } from "../refusal.js";
import { Decision } from "./adjudication.js";
import type { Challenge, Failure, Verdict } from "./challenge.js";
import { type DebateProgress, revisionsLeft } from "./debate-progress.js";
import { type RepeatedObjection, repeatedObjections } from "./objection.js";

export type UpstreamFailure = Extract<Failure, { scope: "UPSTREAM" }>;

/** What follows a compliant challenge. */
export type ChallengeStep =
  | { readonly next: "adjudicate"; readonly allowed: readonly Decision[] }
  | { readonly next: "revise"; readonly revision: number }
  | { readonly next: "raise-interface-change"; readonly failures: readonly UpstreamFailure[] }
  | { readonly next: "halt"; readonly cause: "plan-level-failure"; readonly failures: readonly Failure[] }
  | { readonly next: "halt"; readonly cause: "repeated-objection"; readonly objections: readonly RepeatedObjection[] };

/** The challenge just accepted, the one of the previous round (if there was one), and the used budget. */
export type ChallengedRound = {
  readonly challenge: Challenge;
  readonly previous: Challenge | undefined;
  readonly progress: Pick<DebateProgress, "revisions" | "limits">;
};

/**
 * The scope of a failure is checked first: no revision of this module can fix the plan or a shipped contract. Then PASS
 * is adjudicated, and FAIL is revised while revisions are left, unless the same objection came twice in a row. With
 * none left the Arbiter decides, also over a repeated objection (requirements.md#revisions,
 * decisions.md#a-repeated-objection-halts).
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
 * Over a FAIL, which reaches the Arbiter only after the last revision, plain approval is not allowed
 * (requirements.md#revisions).
 */
export function allowedDecisions(verdict: Verdict): readonly Decision[] {
  return verdict === "PASS" ? Decision.options : ["APPROVE_WITH_AMENDMENTS", "REJECT"];
}

/**
 * What follows a decision. A rejection returns to the Proposer while a revision is left, and halts otherwise
 * (requirements.md#artifact-statuses, decisions.md#a-rejection-is-a-revision).
 */
export type AdjudicationStep =
  | { readonly next: "ship" }
  | { readonly next: "amend" }
  | { readonly next: "revise"; readonly revision: number }
  | { readonly next: "halt"; readonly cause: "debate-rejected" };

export type AdjudicatedRound = {
  readonly decision: Decision;
  readonly verdict: Verdict;
  readonly gatesPassed: boolean;
  readonly progress: Pick<DebateProgress, "revisions" | "limits">;
};

/** Code, not the prompt, limits an Arbiter: a decision that is not allowed is refused, and the question is repeated. */
export function routeAdjudication(round: AdjudicatedRound): Outcome<AdjudicationStep> {
  const { decision, verdict, gatesPassed, progress } = round;
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
      return accept(
        revisionsLeft(progress) > 0
          ? { next: "revise", revision: progress.revisions + 1 }
          : { next: "halt", cause: "debate-rejected" },
      );
    default:
      return decision satisfies never;
  }
}
