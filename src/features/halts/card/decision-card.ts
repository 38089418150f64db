import type { Deficiency } from "../../../domain/deficiency.js";
import type { MicroPlan } from "../../../domain/plan/micro-plan.js";
import { cutLine } from "../../../render/cut.js";
import { fitParts, type Part } from "../../../render/fit.js";
import { hiddenMarker } from "../../../render/marker.js";
import { moment } from "../../../render/moment.js";
import { plainLine, plainText } from "../../../render/plain-text.js";
import { type CostSoFar, costSoFar } from "../../budget/cost-so-far.js";
import { positions } from "../../debate/positions.js";
import { failedParts } from "../../gate-runs/failed-parts.js";
import { lastPlanPart } from "../../planning/last-plan.js";
import { lockedPlanPart } from "../../planning/locked-plan.js";
import type { Escalation } from "../escalation/escalation.js";
import type { ResolutionAction } from "../resolution/human-resolution.js";
import type { Precedent } from "../resolution/precedent.js";
import { type CardCommand, otherAnswers, recommendation } from "./card-command.js";
import { failureParts } from "./failure-part.js";

/** The command of each action (decisions.md#the-verbs). */
export const VERB_OF: Readonly<Record<ResolutionAction, string>> = {
  APPROVE_OVERRIDE: "override",
  AMEND_SPEC: "amend-spec",
  SPLIT_TASK: "split",
  REVISE_PLAN: "revise-plan",
  PROVIDE_FIX: "fix",
  ABANDON_TASK: "abandon",
  RETRY_TASK: "retry",
  REVIEW_AGAIN: "retry",
  PROVIDE_PUSHED_FIX: "fix",
  APPROVE_INTERFACE_CHANGE: "ice approve",
  REJECT_INTERFACE_CHANGE: "ice reject",
  KEEP_AND_ABANDON: "abandon --keep",
  KEEP_AND_SPLIT: "split --keep",
};

/** The key of the card of a halt: one card per escalation. */
export function decisionCardKey({ escalation_id }: Pick<Escalation, "escalation_id">): string {
  return `card:${escalation_id}`;
}

export type DecisionCard = {
  readonly escalation: Escalation;
  readonly taskTitle: string;
  /** The person who is asked. Only this card mentions them. */
  readonly mention: string | null;
  readonly spent: CostSoFar;
  /** The commands that resolve a halt. */
  readonly commands: readonly CardCommand[];
  /** The comment that was prepared for this halt. */
  readonly payload: string;
  /** Whether the person must fill in something. */
  readonly isUnfinished?: boolean;
  readonly precedent: Precedent | null;
  /** The locked plan, if it was read. It is shown if it is what the person decides about. */
  readonly plan?: MicroPlan | undefined;
  /** The warnings about that plan. */
  readonly planWarnings?: readonly Deficiency[];
};

const LINE = 1_000;

/** The card of a halted task, the decision first (requirements.md#escalation-record, decisions.md#decision-cards). */
export function decisionCard(card: DecisionCard): string {
  const { escalation, commands } = card;
  const verb = VERB_OF[escalation.recommended_resolution];
  const recommended = commands.find((command) => command.verb === verb);
  if (recommended === undefined) throw new TypeError(`there is no command ${verb} to recommend`);
  const head = [
    hiddenMarker(decisionCardKey(escalation)),
    `## Your decision about ${cutLine(plainLine(card.taskTitle), 200)}`,
    "",
    `${card.mention === null ? "" : `@${card.mention} `}${cutLine(plainLine(escalation.minimal_decision_required), LINE)}`,
    "",
    `${escalation.task_id} halted at ${moment(escalation.created_at)}. Cost so far ${costSoFar(card.spent)}.`,
  ].join("\n");
  return fitParts(head, [
    {
      text: recommendation(recommended, card.payload, card.isUnfinished),
      whenLeftOut: `**Recommended:** \`${recommended.usage}\`. \`/factory help ${verb}\` shows what to send.`,
    },
    ...failureParts(escalation),
    ...failedParts(escalation),
    ...lastPlanPart(escalation.cause),
    ...positions(escalation.debate_trail),
    ...modulesPart(escalation),
    ...lockedPlanPart(escalation, card.plan ?? null, card.planWarnings ?? []),
    ...precedentPart(card.precedent),
    ...otherAnswers(commands.filter((command) => command.verb !== verb)),
    { text: plainText(escalation.resolution_context), whenLeftOut: "_The background is left out: it did not fit._" },
  ]);
}

function modulesPart({ module_outcomes: { failed, abandoned, shipped } }: Escalation): Part[] {
  const lines = [
    ...(failed.length === 0 ? [] : [`- failed: ${failed.join(", ")}`]),
    ...(abandoned.length === 0 ? [] : [`- not built, because they need a failed one: ${abandoned.join(", ")}`]),
    ...(shipped.length === 0 ? [] : [`- finished on this branch: ${shipped.join(", ")}`]),
  ];
  return lines.length === 0 ? [] : [{ text: ["Its modules:", "", ...lines].join("\n"), whenLeftOut: "" }];
}

export function precedentPart(precedent: Precedent | null): Part[] {
  if (precedent === null) return [];
  const { resolution, task_id, resolved_by, resolved_at } = precedent;
  const text = `The last halt with this cause was ${task_id}: ${plainLine(resolved_by)} said \`/factory ${VERB_OF[resolution.action]}\` on ${resolved_at.slice(0, 10)}.`;
  return [{ text, whenLeftOut: "" }];
}
