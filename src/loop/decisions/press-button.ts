import { mayRun } from "../../commands/authorise.js";
import type { Command } from "../../commands/command.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { ObservedComment } from "../../domain/factory/observed.js";
import { reduce } from "../../domain/factory/reduce.js";
import type { TaskId } from "../../domain/ids.js";
import { type Outcome, refuse } from "../../domain/refusal.js";
import { taskBranch } from "../branches.js";
import { type CommandResult, runCommand } from "../run-command.js";
import type { Situation } from "../situation.js";

export type Pressed = Extract<Intent, { kind: "button-pressed" }>;

/** A button is a command by other means: the same permission, the same rules, and one answer in the conversation. */
export function pressButton(situation: Situation, pressed: Pressed): Intent[] {
  const { state } = situation;
  const task = taskAt(situation, pressed.head);
  const issue = (task === null ? null : state.project?.tasks[task]?.pull_request) ?? state.request.issue;
  const result = obeyed(situation, pressed, { task, issue });
  const words = result.ok ? result.value.answer : result.refusal.message;
  const body = `${pressed.by.login} pressed ${NAMES[pressed.button]}. ${words}`;
  const note: Intent = {
    kind: "person-asked",
    at: situation.now,
    note: { key: `button:${pressed.check}:${pressed.button}:${pressed.at}`, issue, body, answers: null },
  };
  return [pressed, ...(result.ok ? result.value.intents : []), note];
}

const NAMES = { retry: "Retry", pause: "Pause", continue: "Continue" } as const;

function obeyed(
  situation: Situation,
  pressed: Pressed,
  { task, issue }: { readonly task: TaskId | null; readonly issue: number },
): Outcome<CommandResult> {
  const { state, config } = situation;
  const command = commandOf(situation, pressed, task);
  if (command === undefined) return refuse("no-task", "The check run belongs to no task that waits.");
  const { login, type, role } = pressed.by;
  const allowed = mayRun({
    command,
    author: { login, type, roleName: role, isEdited: false, isDeleted: false },
    approvers: config.approvers,
    target: { thread: "conversation", open: ["checkpoint", "halted task"] },
  });
  if (!allowed.ok) return allowed;
  const result = runCommand(situation, command, { comment: asComment(pressed, issue), task });
  if (!result.ok) return result;
  let next = state;
  for (const intent of result.value.intents) {
    const after = reduce(next, intent);
    if (!after.ok) return after;
    next = after.value;
  }
  return result;
}

/** Continue means whatever holds the project up: a pause, or a checkpoint. */
function commandOf({ state }: Situation, { button }: Pressed, task: TaskId | null): Command | undefined {
  if (button === "pause") return { verb: "pause" };
  if (button === "continue") return state.project?.status === "PAUSED" ? { verb: "resume" } : { verb: "continue" };
  return task === null ? undefined : { verb: "retry", task_id: task, resolution: { action: "RETRY_TASK" } };
}

function taskAt({ state, observed, config }: Situation, head: string): TaskId | null {
  const pull = observed.pulls.find((candidate) => candidate.head === head);
  const found = Object.keys(state.project?.tasks ?? {}).find(
    (id) => taskBranch(config.branch_prefix, id) === pull?.branch,
  );
  return found ?? null;
}

function asComment({ check, by, at }: Pressed, issue: number): ObservedComment {
  return { id: check, issue, author: by, own: false, body: "", createdAt: at, updatedAt: at, edited: false };
}
