import type { Contract } from "../../domain/contract/contract.js";
import { difference } from "../../domain/contract/difference.js";
import type { ModuleRef, TaskId } from "../../domain/ids.js";
import { cutLine } from "../../render/cut.js";
import { fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { plainLine, plainText } from "../../render/plain-text.js";
import { type CostSoFar, costSoFar } from "../budget/cost-so-far.js";
import { alsoFailedParts } from "../gate-runs/failed-parts.js";
import { type CardCommand, otherAnswers, recommendation } from "../halts/card/card-command.js";
import { precedentPart } from "../halts/card/decision-card.js";
import type { ModuleCause } from "../halts/escalation/escalation.js";
import type { Precedent } from "../halts/resolution/precedent.js";
import { interfaceDifferenceTable } from "./interface-difference.js";
import type { CandidateContract } from "./rules/apply-delta.js";
import type { InterfaceChangeRequest } from "./rules/interface-change-request.js";

export type RequestCard = {
  /** The key of the halt that the exception caused. A later halt with the same exception has its own card. */
  readonly key: string;
  readonly task: TaskId;
  /** The decision in one sentence. */
  readonly decision: string;
  /** Why it cannot be approved while another change is in progress. */
  readonly notYet?: string | undefined;
  /** The verb of the recommended answer. */
  readonly recommended: string;
  /** The comment for it. */
  readonly payload: string;
  /** Whether the person must fill in something. */
  readonly isUnfinished?: boolean;
  readonly request: InterfaceChangeRequest;
  /** The shipped contract, and what the change would make of it. */
  readonly shipped: Contract;
  readonly candidate: CandidateContract;
  readonly affected: { readonly modules: readonly ModuleRef[]; readonly tasks: readonly TaskId[] };
  /** Why no contract was agreed after the approval; empty before. */
  readonly objections: readonly string[];
  /** Modules of the task that failed for other reasons. The decision is about them as well. */
  readonly alsoFailed?: readonly ModuleCause[];
  readonly mention: string | null;
  readonly spent: CostSoFar;
  readonly precedent: Precedent | null;
  readonly commands: readonly CardCommand[];
};

/** The card about a change of a shipped interface (requirements.md#interface-change-flow). */
export function requestCard(card: RequestCard): string {
  const { request, shipped, candidate, mention, commands, objections } = card;
  const recommended = commands.find(({ verb }) => verb === card.recommended);
  if (recommended === undefined) throw new TypeError(`there is no command ${card.recommended} to recommend`);
  const breaks = candidate.verdict.compatibility === "BREAKING";
  const head = [
    hiddenMarker(card.key),
    objections.length === 0
      ? `## May the interface of ${request.target_module} change?`
      : `## No contract for the change of ${request.target_module} was agreed on`,
    "",
    `${mention === null ? "" : `@${mention} `}${cutLine(plainLine(card.decision), 1_000)}`,
    ...(card.notYet === undefined ? [] : ["", `It cannot be approved now. ${card.notYet}`]),
    "",
    `Why: ${cutLine(plainLine(request.reason), 1_000)}`,
    "",
    `It would become ${candidate.contract.module_version}, which ${breaks ? "**breaks** whoever uses it" : "whoever uses it need not notice"}. ` +
      `The ${request.raised_by.role} asks for it (${request.type}, ${request.urgency}).`,
    "",
    `${card.task} is halted until this is decided. Cost so far ${costSoFar(card.spent)}.`,
  ].join("\n");
  return fitParts(head, [
    ...objectionsPart(objections),
    {
      text: recommendation(recommended, card.payload, card.isUnfinished),
      whenLeftOut: `**Recommended:** \`${recommended.usage}\`.`,
    },
    ...otherAnswers(commands.filter((command) => command !== recommended)),
    {
      text: interfaceDifferenceTable(difference(shipped, candidate.contract)),
      whenLeftOut: "_The difference did not fit; it is in the exception's file._",
    },
    {
      text: [
        ...candidate.verdict.reasons.map((reason) => `- breaking: ${plainLine(reason)}`),
        ...(candidate.disagreement === null ? [] : [`- ${plainLine(candidate.disagreement)}`]),
        affectedText(card),
      ].join("\n"),
      whenLeftOut: "_Why it breaks and whom did not fit._",
    },
    {
      text: [
        "What it is based on:",
        "",
        ...request.evidence.map((text) => `- ${plainText(text).replace(/\n/g, "\n  ")}`),
      ].join("\n"),
      whenLeftOut: `_${request.evidence.length} pieces of evidence did not fit._`,
    },
    ...alsoFailedParts(card.alsoFailed ?? []),
    ...precedentPart(card.precedent),
  ]);
}

/** The roles' objections in the last round. */
function objectionsPart(objections: readonly string[]): Part[] {
  if (objections.length === 0) return [];
  const lines = objections.map((objection) => `- ${cutLine(plainLine(objection), 1_000)}`);
  return [
    {
      text: ["What stood against it in the debate:", "", ...lines].join("\n"),
      whenLeftOut: `_${objections.length} objections did not fit._`,
    },
  ];
}

function affectedText({ affected: { modules, tasks } }: RequestCard): string {
  const all = [...modules, ...tasks];
  return all.length === 0 ? "- nothing else uses it" : `- used by: ${all.join(", ")}`;
}
