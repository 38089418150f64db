import type { Contract } from "../domain/contract/contract.js";
import { difference } from "../domain/contract/difference.js";
import type { CandidateContract } from "../domain/exceptions/apply-delta.js";
import type { InterfaceChangeException } from "../domain/exceptions/interface-change-exception.js";
import type { ModuleRef, TaskId } from "../domain/ids.js";
import { type CardCommand, otherAnswers } from "./card-command.js";
import { cutLine } from "./cut.js";
import { fitParts } from "./fit.js";
import { interfaceDifferenceTable } from "./interface-difference.js";
import { hiddenMarker } from "./marker.js";
import { plainLine, plainText } from "./plain-text.js";

/** The key of the comment that an interface change is decided in. */
export function exceptionCardKey({ exception_id }: Pick<InterfaceChangeException, "exception_id">): string {
  return `ice:${exception_id}`;
}

export type ExceptionCard = {
  readonly exception: InterfaceChangeException;
  /** The contract that has shipped, and what the change would make of it. */
  readonly shipped: Contract;
  readonly candidate: CandidateContract;
  readonly affected: { readonly modules: readonly ModuleRef[]; readonly tasks: readonly TaskId[] };
  readonly mention: string | null;
  readonly commands: readonly CardCommand[];
};

/** What a person needs to decide about a change of a shipped interface (seed 002, 13.5). */
export function exceptionCard(card: ExceptionCard): string {
  const { exception, shipped, candidate, mention, commands } = card;
  const breaks = candidate.verdict.compatibility === "BREAKING";
  const head = [
    hiddenMarker(exceptionCardKey(exception)),
    `## May the interface of ${exception.target_module} change?`,
    "",
    `${mention === null ? "" : `@${mention} `}${cutLine(plainLine(exception.reason), 1_000)}`,
    "",
    `It would become ${candidate.contract.module_version}, which ${breaks ? "**breaks** whoever uses it" : "whoever uses it need not notice"}. ` +
      `The ${exception.raised_by.role} asks for it (${exception.type}, ${exception.urgency}).`,
  ].join("\n");
  return fitParts(head, [
    ...otherAnswers(commands),
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
        ...exception.evidence.map((text) => `- ${plainText(text).replace(/\n/g, "\n  ")}`),
      ].join("\n"),
      whenLeftOut: `_${exception.evidence.length} pieces of evidence did not fit._`,
    },
  ]);
}

function affectedText({ affected: { modules, tasks } }: ExceptionCard): string {
  const all = [...modules, ...tasks];
  return all.length === 0 ? "- nothing else uses it" : `- used by: ${all.join(", ")}`;
}
