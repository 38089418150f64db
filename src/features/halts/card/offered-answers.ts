import type { TaskId } from "../../../domain/ids.js";
import { plannedRef } from "../../../domain/plan/micro-plan.js";
import type { Situation } from "../../../engine/situation.js";
import { ROLE_NAMES } from "../answer-to.js";
import { checkAction } from "../check-possible.js";
import type { Escalation } from "../escalation/escalation.js";
import { keptOf } from "../kept-part.js";
import { type ResolutionAction, resolutionActions } from "../resolution/human-resolution.js";
import { resolutionOfRetry } from "../resolution/retry-command.js";
import type { CardCommand } from "./card-command.js";
import { cardCommands } from "./card-commands.js";
import { VERB_OF } from "./decision-card.js";

type Asked = Pick<Escalation, "task_id" | "recommended_resolution">;

/** The answers that this halt allows. What would be refused is not offered. */
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
    .map((command) => (command.verb === "fix" ? asPushed(command, isPossible("PROVIDE_FIX")) : command))
    .map((command) => (command.verb === "retry" ? asRetried(situation, task_id, command) : command))
    .flatMap((command) => [command, ...keeping(situation, task_id, command)]);
}

/** The same answer, but what is finished is kept, if anything is (decisions.md#immutable-from-merge). */
function keeping(situation: Situation, task: TaskId, command: CardCommand): CardCommand[] {
  const how = KEEPING[command.verb];
  const kept = how === undefined || !checkAction(situation, task, how.action).ok ? undefined : keptOf(situation, task);
  if (how === undefined || kept?.ok !== true) return [];
  const names = kept.value.finished.map(plannedRef).join(", ");
  const plain = `/factory ${command.verb}`;
  return [
    {
      verb: VERB_OF[how.action],
      usage: command.usage.replace(plain, `${plain} --keep`),
      summary: `Keep ${names}, and ${how.summary}`,
      effect: hasPackages(situation, task) ? `${how.effect} Packages that its plan brought stay.` : how.effect,
      example: command.example.replace(plain, `${plain} --keep`),
    },
  ];
}

function hasPackages({ state }: Situation, task: TaskId): boolean {
  return (state.work[task]?.packages?.committed ?? []).length > 0;
}

const KEEPING: Readonly<Record<string, { action: ResolutionAction; summary: string; effect: string }>> = {
  abandon: {
    action: "KEEP_AND_ABANDON",
    summary: "give up the rest.",
    effect:
      "What is finished ships when the gates of the whole branch pass. The rest becomes a task of its own, which is abandoned: tasks that depend on this one stay blocked by it.",
  },
  split: {
    action: "KEEP_AND_SPLIT",
    summary: "replace the rest by smaller tasks.",
    effect:
      "What is finished ships when the gates of the whole branch pass. The new tasks come after it; whoever depended on this one depends on all of them.",
  },
};

/**
 * A fix is offered as commits, because the contents of files cannot be prepared here. If files can be sent as well, the
 * text says so.
 */
function asPushed(command: CardCommand, canBeWritten: boolean): CardCommand {
  const example = "/factory fix The commits I pushed to this branch.";
  if (canBeWritten)
    return { ...command, effect: `${command.effect} \`/factory help fix\` shows how a block is written.`, example };
  return { ...command, summary: "Offer your own fix, as commits you pushed to the task's branch.", example };
}

/** Whether a retry here repeats only the review, or all of the work. */
function asRetried(situation: Situation, task: TaskId, command: CardCommand): CardCommand {
  const resolution = resolutionOfRetry(situation, task);
  if (resolution.action === "RETRY_TASK") return command;
  const others = (situation.state.work[task]?.modules ?? [])
    .filter(({ step, module_ref }) => step.step === "failed" && module_ref !== resolution.module)
    .map(({ module_ref }) => module_ref);
  const later = others.length === 0 ? [] : [`You are asked about ${others.join(", ")} again after that.`];
  return {
    ...command,
    summary: `Ask the ${ROLE_NAMES[resolution.role]} about ${resolution.module} again.`,
    effect: ["Plan, tests and code stay as they are, as long as nothing is pushed to the branch.", ...later].join(" "),
  };
}
