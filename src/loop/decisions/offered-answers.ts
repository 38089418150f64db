import { type ResolutionAction, resolutionActions } from "../../domain/decisions/human-resolution.js";
import type { Escalation } from "../../domain/escalation/escalation.js";
import type { CardCommand } from "../../render/card-command.js";
import { VERB_OF } from "../../render/decision-card.js";
import type { Situation } from "../situation.js";
import { cardCommands } from "./card-commands.js";
import { checkAction } from "./check-possible.js";

type Asked = Pick<Escalation, "task_id" | "recommended_resolution">;

/** What resolves a halted task, as far as this halt leaves room for it: what would be refused is not offered. */
export function offeredAnswers(situation: Situation, { task_id, recommended_resolution }: Asked): CardCommand[] {
  const isPossible = (action: ResolutionAction) => checkAction(situation, task_id, action).ok;
  const verbs = new Set(
    resolutionActions()
      .filter(isPossible)
      .map((action) => VERB_OF[action]),
  );
  const recommended = VERB_OF[recommended_resolution];
  return cardCommands("halted task")
    .filter(({ verb }) => verbs.has(verb) || verb === recommended)
    .map((command) => (command.verb === "fix" && !isPossible("PROVIDE_FIX") ? asPushed(command) : command));
}

/** Where files in a comment would be refused, and commits would not. */
function asPushed(command: CardCommand): CardCommand {
  return {
    ...command,
    summary: "Offer your own fix, as commits you pushed to the task's branch.",
    example: "/factory fix The commits I pushed to this branch.",
  };
}
