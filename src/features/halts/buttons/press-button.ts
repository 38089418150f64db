import { commandRow } from "../../../commands/all-commands.js";
import { mayRun } from "../../../commands/authorise.js";
import type { CommandResult, ReadCommand } from "../../../commands/define-command.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { taskBranch } from "../../../engine/branches.js";
import type { FactoryEvent } from "../../../engine/event.js";
import type { ObservedComment } from "../../../engine/observation.js";
import { reduce } from "../../../engine/reduce.js";
import type { Situation } from "../../../engine/situation.js";
import { moduleIdOf } from "../../modules/task-work.js";
import { isPaused } from "../../pause/is-paused.js";
import { heardLately } from "../reduce-decisions.js";

export type Pressed = Extract<FactoryEvent, { kind: "button-pressed" }>;

/** A button is a command in another form: the same permission, the same rules, and one answer in the conversation. */
export function pressButton(situation: Situation, pressed: Pressed): FactoryEvent[] {
  const { state, config } = situation;
  const { max_commands_per_user_per_hour: most } = config.budgets;
  const key = keyOf(pressed);
  if (state.noted.includes(key)) return []; // the same delivery again
  const given = heardLately(state.heard, pressed.at).filter(({ by }) => by === pressed.by.login).length;
  if (given > most) return []; // the limit was answered already
  const task = taskAt(situation, pressed.head);
  // The person who pressed it looks at that pull request, even if the task has shipped.
  const place = task ?? taskOn(situation, pressed.branch);
  const issue = (place === null ? null : state.project?.tasks[place]?.pull_request) ?? state.request.issue;
  const result = given === most ? tooMany(most) : obeyed(situation, pressed, { task, issue });
  const answer = result.ok ? result.value.answer : result.refusal.message;
  const body = `${pressed.by.login} pressed ${NAMES[pressed.button]}. ${answer}`;
  const note: FactoryEvent = {
    kind: "person-asked",
    at: situation.now,
    note: {
      key,
      issue,
      body,
      answers: null,
      acknowledges: true,
    },
  };
  return [pressed, ...(result.ok ? result.value.events : []), note];
}

function keyOf({ delivery, check, button, at }: Pressed): string {
  return `button:${delivery ?? `${check}:${button}:${at}`}`;
}

function tooMany(most: number): Outcome<CommandResult> {
  return refuse(
    "too-many-commands",
    `These are more than ${most} commands within an hour, so it did nothing, and further ones will not be answered. Try again in a while.`,
  );
}

const NAMES = { retry: "Retry", pause: "Pause", continue: "Continue", rerun: "Re-run" } as const;

function obeyed(
  situation: Situation,
  pressed: Pressed,
  { task, issue }: { readonly task: TaskId | null; readonly issue: number },
): Outcome<CommandResult> {
  const { state, config } = situation;
  const rerun = pressed.button === "rerun" ? rerunGates(situation, task) : undefined;
  const read = rerun === undefined ? commandOf(situation, pressed, task) : words("continue");
  if (!read.ok) return read;
  const { command, run } = read.value;
  const { login, type, role } = pressed.by;
  const allowed = mayRun({
    command,
    author: { login, type, roleName: role, isEdited: false, isViaApp: false, isDeleted: false },
    approvers: config.approvers,
    target: { thread: "conversation", open: ["checkpoint", "halted task"] },
  });
  if (!allowed.ok) return allowed;
  if (rerun !== undefined) return accept(rerun);
  const result = run(situation, { comment: asComment(pressed, issue), task });
  if (!result.ok) return result;
  let next = state;
  for (const event of result.value.events) {
    const after = reduce(next, event);
    if (!after.ok) return after;
    next = after.value;
  }
  return result;
}

/** Requests awaited gates again. For a halted task it is a retry. */
function rerunGates({ state, now }: Situation, task: TaskId | null): CommandResult | undefined {
  const work = task === null ? undefined : state.work[task];
  if (task === null || work === undefined) return undefined;
  const module = work.modules.find(({ step }) => step.step === "gating" && step.gates !== null);
  const ofBranch = work.stage.stage === "integrating" && work.stage.gates !== null;
  if (module === undefined && !ofBranch) return undefined;
  const module_id = module === undefined ? null : moduleIdOf(module);
  const event = { kind: "gates-lost", module_id, why: "a person asked for them again", full_suite: true } as const;
  return {
    events: [{ kind: "work-updated", at: now, task_id: task, event }],
    answer: "The gates are asked for again.",
  };
}

/** Continue ends whatever stops the project: a pause, or a checkpoint. */
function commandOf({ state }: Situation, { button }: Pressed, task: TaskId | null): Outcome<ReadCommand> {
  if (button === "pause") return words("pause");
  if (button === "continue") return words(isPaused(state) ? "resume" : "continue");
  if (task === null) return refuse("no-task", "The check run belongs to no task that waits.");
  return words("retry", task);
}

/** The command as if a person had written it. */
function words(verb: string, text = ""): Outcome<ReadCommand> {
  return commandRow(verb).read({ text, payload: null });
}

function taskAt(situation: Situation, head: string): TaskId | null {
  return taskOn(situation, situation.observed.pulls.find((candidate) => candidate.head === head)?.branch);
}

function taskOn({ state, config }: Situation, branch: string | undefined): TaskId | null {
  const found = Object.entries(state.project?.tasks ?? {}).find(
    ([id, task]) => taskBranch(config.branch_prefix, id, task) === branch,
  );
  return found?.[0] ?? null;
}

function asComment({ check, by, at }: Pressed, issue: number): ObservedComment {
  return {
    id: check,
    issue,
    author: by,
    own: false,
    body: "",
    createdAt: at,
    updatedAt: at,
    edited: false,
    viaApp: false,
  };
}
