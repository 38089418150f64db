import { REPETITIONS } from "../../domain/enforcement/amendment-proposal.js";
import type { AmendmentDecision, ContractAmendment } from "../../domain/enforcement/contract-amendment.js";
import type { ModuleRef, TaskId } from "../../domain/ids.js";
import { codeBlock, inlineCode } from "../../render/code.js";
import { cutLine, cutText } from "../../render/cut.js";
import { fitParts, type Part } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import { plainLine, plainText } from "../../render/plain-text.js";
import { type CostSoFar, costSoFar } from "../budget/cost-so-far.js";
import { type CardCommand, otherAnswers, recommendation } from "../halts/card/card-command.js";

/** The prefix of the keys of these cards. */
export const AMENDMENT_CARDS = "amendment:";

/** The key of the card about a contract amendment. */
export function amendmentCardKey({ amendment_id }: Pick<ContractAmendment, "amendment_id">): string {
  return `${AMENDMENT_CARDS}${amendment_id}`;
}

/** The question to the person. Card, status comment and check run have the same words. */
export function amendmentSentence(module: ModuleRef): string {
  return `Accept or reject a change of the contract of ${module}: it failed ${REPETITIONS} times in the same way.`;
}

export type AmendmentCard = {
  readonly amendment: ContractAmendment;
  readonly module: { readonly ref: ModuleRef; readonly name: string };
  readonly taskId: TaskId;
  /** The modules of this task that depend on it. */
  readonly affected: readonly { readonly module_ref: ModuleRef; readonly name: string }[];
  readonly mention: string | null;
  readonly spent: CostSoFar;
  readonly commands: readonly CardCommand[];
  readonly precedent: AmendmentDecision | null;
};

const LINE = 1_000;
const VALUE = 10_000;

/** The card about a module's own contract, before the module has shipped (requirements.md#contract-amendments). */
export function amendmentCard(card: AmendmentCard): string {
  const { amendment, module, mention } = card;
  const head = [
    hiddenMarker(amendmentCardKey(amendment)),
    `## May the contract of ${cutLine(plainLine(module.name), 200)} change?`,
    "",
    `${mention === null ? "" : `@${mention} `}${amendmentSentence(module.ref)}`,
    "",
    `${cutText(plainText(amendment.why), LINE)}`,
    "",
    `${card.taskId} waits since ${amendment.proposed_at} (${amendment.amendment_id}). Cost so far ${costSoFar(card.spent)}.`,
  ].join("\n");
  const accept = card.commands.find(({ verb }) => verb === "amendment accept");
  if (accept === undefined) throw new TypeError("there is no command that accepts an amendment");
  return fitParts(head, [
    { text: recommendation(accept, accept.example), whenLeftOut: `**Recommended:** \`${accept.usage}\`.` },
    ...otherAnswers(card.commands.filter((command) => command !== accept)),
    changesPart(amendment),
    ...typesPart(amendment),
    effectsPart(card),
    failedPart(amendment),
    { text: `Why: ${cutText(plainText(amendment.proposal.reason), 2 * LINE)}`, whenLeftOut: "" },
    ...precedentPart(card.precedent),
  ]);
}

function changesPart({ proposal }: ContractAmendment): Part {
  const changes = proposal.proposed_changes.map(({ path, old_value, new_value }) => {
    const signed = (sign: string, text: string) =>
      text === "" ? [] : text.split("\n").map((line) => `${sign} ${cutLine(line, VALUE)}`);
    return [
      inlineCode(path),
      "",
      codeBlock([...signed("-", old_value), ...signed("+", new_value)].join("\n"), "diff"),
    ].join("\n");
  });
  return {
    text: ["Proposed change:", "", changes.join("\n\n")].join("\n"),
    whenLeftOut: `_${changes.length} proposed changes did not fit; they are in the amendment's file._`,
  };
}

function typesPart({ proposal: { additional_types } }: ContractAmendment): Part[] {
  if (additional_types.length === 0) return [];
  const types = additional_types.map(({ name, definition }) => `${inlineCode(name)}\n\n${codeBlock(definition)}`);
  return [
    {
      text: ["New types needed:", "", types.join("\n\n")].join("\n"),
      whenLeftOut: `_${types.length} new types did not fit; they are in the amendment's file._`,
    },
  ];
}

function effectsPart({ affected }: AmendmentCard): Part {
  const lines = affected.map(({ module_ref, name }) => `- ${module_ref}, ${cutLine(plainLine(name), 200)}`);
  const text =
    lines.length === 0
      ? "Nothing else in this task builds on it, and nothing outside can: it has not shipped."
      : ["These modules build on it and will be built to the new contract:", "", ...lines].join("\n");
  return { text, whenLeftOut: `_${lines.length} modules that build on it did not fit._` };
}

function failedPart({ violations }: ContractAmendment): Part {
  const lines = violations.map(
    ({ message, expected, actual }) =>
      `- **${cutLine(plainLine(message), LINE)}**: expected ${inlineCode(cutLine(expected, LINE))}, got ${inlineCode(cutLine(actual, LINE))}`,
  );
  return {
    text: [`What failed ${REPETITIONS} times:`, "", ...lines].join("\n"),
    whenLeftOut: `_${lines.length} repeated failures did not fit._`,
  };
}

function precedentPart(precedent: AmendmentDecision | null): Part[] {
  if (precedent === null) return [];
  const { decision, reason, module_ref, by, at } = precedent;
  const why = reason === null ? "" : ` because: ${cutLine(plainLine(reason), LINE)}`;
  const text = `The last such proposal was about ${module_ref}: ${plainLine(by)} ${decision.toLowerCase()} it on ${at.slice(0, 10)}${why}.`;
  return [{ text, whenLeftOut: "" }];
}
