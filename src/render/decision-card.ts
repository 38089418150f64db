import type { ResolutionAction } from "../domain/decisions/human-resolution.js";
import type { Precedent } from "../domain/decisions/precedent.js";
import type { Escalation } from "../domain/escalation/escalation.js";
import { type CardCommand, dollars, otherAnswers, recommendation } from "./card-command.js";
import { cutLine, cutText } from "./cut.js";
import { fitParts, type Part } from "./fit.js";
import { hiddenMarker } from "./marker.js";
import { plainLine, plainText } from "./plain-text.js";

/** The verb that carries out an action (DESIGN, 7). */
export const VERB_OF: Readonly<Record<ResolutionAction, string>> = {
  APPROVE_OVERRIDE: "override",
  AMEND_SPEC: "amend-spec",
  SPLIT_TASK: "split",
  REVISE_PLAN: "revise-plan",
  PROVIDE_FIX: "fix",
  ABANDON_TASK: "abandon",
  RETRY_TASK: "retry",
  PROVIDE_PUSHED_FIX: "fix",
};

/** The key of the comment that a halt is decided in: one card per escalation. */
export function decisionCardKey({ escalation_id }: Pick<Escalation, "escalation_id">): string {
  return `card:${escalation_id}`;
}

export type DecisionCard = {
  readonly escalation: Escalation;
  readonly taskTitle: string;
  /** Who is asked; mentioned once, in this card. */
  readonly mention: string | null;
  readonly spentUsd: number;
  /** The commands that resolve a halt. */
  readonly commands: readonly CardCommand[];
  /** A comment made for this very halt, where one could be made; the command's example otherwise. */
  readonly payload: string | null;
  readonly precedent: Precedent | null;
};

const LINE = 1_000;

/** What a person needs to decide about a halted task, the decision first (seed 002, 17.1; DESIGN, 1). */
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
    `${escalation.task_id} halted at ${escalation.created_at}. Cost so far ${dollars(card.spentUsd)}.`,
  ].join("\n");
  return fitParts(head, [
    {
      text: recommendation(recommended, card.payload),
      whenLeftOut: `**Recommended:** \`${recommended.usage}\`. \`/factory help ${verb}\` shows what to send.`,
    },
    failedPart(escalation),
    ...positions(escalation),
    ...modulesPart(escalation),
    ...precedentPart(card.precedent),
    ...otherAnswers(commands.filter((command) => command.verb !== verb)),
    { text: plainText(escalation.resolution_context), whenLeftOut: "_The background is left out: it did not fit._" },
  ]);
}

function failedPart({ failed_invariants }: Escalation): Part {
  const items = failed_invariants.map(
    ({ invariant, evidence }) => `- **${plainLine(invariant)}**\n  ${cutText(plainLine(evidence), LINE)}`,
  );
  return {
    text: ["What failed:", "", ...items].join("\n"),
    whenLeftOut: `_${failed_invariants.length} failed rules are left out: they did not fit._`,
  };
}

/** What the Proposer claims and what stands against it, each by the last word of its side. */
function positions({ debate_trail }: Escalation): Part[] {
  const proposal = debate_trail.proposals.at(-1);
  const challenge = debate_trail.challenges.at(-1);
  const ruling = debate_trail.adjudications.at(-1);
  const against = [
    ...(challenge?.failures ?? []).map(({ required_change }) => plainLine(required_change)),
    ...(ruling === undefined ? [] : [`${ruling.decision}: ${plainLine(ruling.rationale)}`]),
  ];
  if (proposal === undefined && against.length === 0) return [];
  const rows = [
    ...(proposal === undefined ? [] : [`| for the work | ${cutLine(plainLine(proposal.claim), LINE)} |`]),
    ...against.map((text) => `| against it | ${cutLine(text, LINE)} |`),
  ];
  return [
    {
      text: ["The two positions:", "", "| | |", "|---|---|", ...rows].join("\n"),
      whenLeftOut: "_The two positions are left out: they did not fit. They are in the reviews above._",
    },
  ];
}

function modulesPart({ module_outcomes: { failed, abandoned, shipped } }: Escalation): Part[] {
  const lines = [
    ...(failed.length === 0 ? [] : [`- failed: ${failed.join(", ")}`]),
    ...(abandoned.length === 0 ? [] : [`- not built, because they need a failed one: ${abandoned.join(", ")}`]),
    ...(shipped.length === 0 ? [] : [`- finished on this branch: ${shipped.join(", ")}`]),
  ];
  return lines.length === 0 ? [] : [{ text: ["Its modules:", "", ...lines].join("\n"), whenLeftOut: "" }];
}

function precedentPart(precedent: Precedent | null): Part[] {
  if (precedent === null) return [];
  const { resolution, task_id, resolved_by, resolved_at } = precedent;
  const text = `The last halt with this cause was ${task_id}: ${plainLine(resolved_by)} said \`/factory ${VERB_OF[resolution.action]}\` on ${resolved_at.slice(0, 10)}.`;
  return [{ text, whenLeftOut: "" }];
}
