import { judgeCompatibility } from "../../domain/contract/compatibility.js";
import type { Situation } from "../../engine/situation.js";
import { NOTHING } from "../budget/spent.js";
import type { CardCommand } from "../halts/card/card-command.js";
import { cardCommands } from "../halts/card/card-commands.js";
import { cardPayload } from "../halts/card/card-payload.js";
import { decisionCardKey, VERB_OF } from "../halts/card/decision-card.js";
import { offeredAnswers } from "../halts/card/offered-answers.js";
import { isUnfinished } from "../halts/card/unfinished.js";
import type { Escalation } from "../halts/escalation/escalation.js";
import { otherFailures } from "../halts/escalation/other-failures.js";
import type { Precedent } from "../halts/resolution/precedent.js";
import { checkFree, sayInstead } from "./change-commands.js";
import { isRead } from "./change-paths.js";
import { assessmentOf, candidateOf, lastDelta } from "./change-reading.js";
import { approvalOf } from "./delta-payload.js";
import { requestCard } from "./request-card.js";

type ChangeCause = Extract<Escalation["cause"], { kind: "interface-change" | "contract-not-agreed" }>;

/** Whether an exception caused a halt. Its card shows the change itself. */
export function isAboutChange(cause: Escalation["cause"]): cause is ChangeCause {
  return cause.kind === "interface-change" || cause.kind === "contract-not-agreed";
}

/** The card of such a halt; undefined if the change is already decided. */
export function changeCard(
  situation: Situation,
  escalation: Escalation & { readonly cause: ChangeCause },
  precedent: Precedent | null,
): string | undefined {
  const { cause } = escalation;
  const { state } = situation;
  const { exception: request } = cause;
  const id = request.exception_id;
  const isOpen = cause.kind === "interface-change";
  const round = isOpen ? 1 : cause.rounds;
  const stage = state.interface_changes[id]?.stage.stage;
  if (stage !== (isOpen ? "deciding" : "not-agreed") || !isRead(situation, id)) return undefined;
  const { shipped, affected, disagreement } = assessmentOf(situation, id);
  const contract = candidateOf(situation, id, round);
  const free = checkFree(situation, id, request);
  const rulings = cardCommands("interface change")
    .filter(({ verb }) => (verb === "ice approve" ? free.ok : isOpen || verb === "ice reject"))
    .map((command) => (isOpen || command.verb !== "ice approve" ? command : revised(situation, id, command)));
  const instead = sayInstead(situation, id, request);
  const isPossible = free.ok || !isOpen;
  const recommended = isPossible ? VERB_OF[escalation.recommended_resolution] : instead;
  const payload = isPossible
    ? cardPayload(escalation, { taskFile: undefined, plan: undefined })
    : `/factory ${instead}`;
  return requestCard({
    key: decisionCardKey(escalation),
    task: escalation.task_id,
    decision: escalation.minimal_decision_required,
    recommended,
    notYet: free.ok || !isOpen ? undefined : free.refusal.message,
    payload,
    isUnfinished: isUnfinished(payload),
    request,
    shipped,
    candidate: { contract, verdict: judgeCompatibility(shipped, contract), disagreement: isOpen ? disagreement : null },
    affected,
    objections: isOpen ? [] : cause.objections,
    alsoFailed: otherFailures(escalation),
    mention: state.request.requester,
    spent: state.spent.tasks[escalation.task_id] ?? NOTHING,
    precedent,
    commands: [...rulings, ...offeredAnswers(situation, escalation)],
  });
}

/** Another approval needs another delta. The last one of the debate is what the person can start from. */
function revised(situation: Situation, id: string, command: CardCommand): CardCommand {
  return {
    ...command,
    summary: "Have another delta debated, from round 1.",
    effect: "Its `yaml` block is the whole change of the shipped contract.",
    example: approvalOf("/factory ice approve", lastDelta(situation, id)),
  };
}
