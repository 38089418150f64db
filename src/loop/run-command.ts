import type { Command } from "../commands/command.js";
import { helpFor, helpText } from "../commands/help.js";
import { checkFresh } from "../commands/staleness.js";
import type { Intent } from "../domain/factory/intent.js";
import type { ObservedComment } from "../domain/factory/observed.js";
import type { TaskId } from "../domain/ids.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { adviceAfter } from "../domain/spec/approval.js";
import type { StateIntent } from "../domain/state/state-intent.js";
import type { Situation } from "./situation.js";

/** What a command makes happen, and the words that tell its author so. */
export type CommandResult = { readonly intents: readonly Intent[]; readonly answer: string };

/** One understood and authorised command. What it makes happen may still be refused by the state. */
export function runCommand(
  situation: Situation,
  command: Command,
  { comment, task }: { readonly comment: ObservedComment; readonly task: TaskId | null },
): Outcome<CommandResult> {
  const { now } = situation;
  const by = comment.author.login;
  switch (command.verb) {
    case "approve":
      return approve(situation, comment);
    case "reject":
      return accept({
        intents: [{ kind: "spec-rejected", at: now, by, reasons: command.reasons }],
        answer: "The draft is dropped. A new one is being written from SPEC.md, with your reasons.",
      });
    case "amend":
      return amend(situation, by, command.feedback);
    case "pause":
      return move(
        situation,
        { kind: "project-paused", at: now },
        "Paused. Nothing is written or asked until `/factory resume`.",
      );
    case "resume":
      return move(situation, { kind: "project-resumed", at: now }, "Resumed.");
    case "abort":
      return move(
        situation,
        { kind: "project-aborted", at: now },
        "Aborted. Everything that was made stays where it is.",
      );
    case "adjust":
      return move(
        situation,
        { kind: "plan-adjusted", at: now, adjustment: command.adjustment },
        "The plan is adjusted.",
      );
    case "abandon":
    case "retry":
    case "override":
    case "amend-spec":
    case "revise-plan":
      return resolve(situation, command.task_id ?? task, command.resolution);
    case "status":
      return accept({
        intents: [],
        answer: `The status comment of #${situation.state.request.issue} says where things stand.`,
      });
    case "help":
      return accept({ intents: [], answer: command.about === null ? helpText() : helpFor(command.about) });
    default:
      return refuse(
        "not-yet",
        `\`/factory ${command.verb}\` has nothing to act on in this version. Nothing was changed.`,
      );
  }
}

/** An approval is for what its author saw: the spec must not have changed since they wrote. */
function approve({ state, now }: Situation, comment: ObservedComment): Outcome<CommandResult> {
  const { product } = state;
  if (product?.phase !== "awaiting-approval") return refuse("no-draft", "There is no spec to approve.");
  const current = { digest: product.spec_digest, changedAt: product.shown_at };
  const fresh = checkFresh("spec", { at: comment.createdAt, digest: null }, current);
  if (!fresh.ok) return fresh;
  return accept({
    intents: [{ kind: "spec-approved", at: now, by: comment.author.login, spec_digest: product.spec_digest }],
    answer: "Approved. The spec is being merged; then the first task starts.",
  });
}

function amend({ state, now }: Situation, by: string, feedback: string): Outcome<CommandResult> {
  const amends = state.product?.phase === "awaiting-approval" ? state.product.round.amends + 1 : 1;
  const advice = adviceAfter(amends);
  return accept({
    intents: [{ kind: "spec-amended", at: now, by, feedback }],
    answer: `The draft is being patched.${advice === undefined ? "" : `\n\n${advice}`}`,
  });
}

function move({ now }: Situation, intent: StateIntent, answer: string): Outcome<CommandResult> {
  return accept({ intents: [{ kind: "project-moved", at: now, move: intent }], answer });
}

function resolve(
  situation: Situation,
  task_id: TaskId | null,
  resolution: Extract<StateIntent, { kind: "escalation-resolved" }>["resolution"],
): Outcome<CommandResult> {
  const { state, now } = situation;
  if (task_id === null)
    return refuse("which-task", "Say which task: its id, `T-...`, as the first word after the command.");
  const escalation_ref = state.project?.tasks[task_id]?.escalation_ref ?? null;
  const intent: StateIntent = {
    kind: "escalation-resolved",
    at: now,
    task_id,
    escalation_ref,
    resolution,
    identities: [],
  };
  return move(situation, intent, `${task_id}: ${resolution.action.toLowerCase().replaceAll("_", " ")}.`);
}
