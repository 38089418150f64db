import type { Command } from "../../commands/command.js";
import { helpFor, helpText } from "../../commands/help.js";
import { checkFresh } from "../../commands/staleness.js";
import type { TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedComment } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { acceptAmendment, rejectAmendment } from "../amendments/amendment-commands.js";
import { adjustProject, continueProject, setProjectBudget } from "../checkpoints/checkpoint-commands.js";
import { orderDeprecation } from "../deprecation/deprecate-command.js";
import { resolutionOfFix } from "../halts/fix/fix-command.js";
import { resolveTask } from "../halts/resolution/resolve-task.js";
import { resolutionOfRetry } from "../halts/resolution/retry-command.js";
import { decideChange } from "../interface-change/change-commands.js";
import { pause, resume } from "../pause/pause-command.js";
import { orderRelease } from "../release/release-command.js";
import { adviceAfter } from "../spec/approval.js";
import { shownSpecPull } from "../spec/spec-proposal.js";
import { orderUndo } from "../undo/undo-command.js";

/** The events of a command, and the answer to its author. */
export type CommandResult = {
  readonly events: readonly FactoryEvent[];
  readonly answer: string;
  /** The answer is followed by the status as of the moment of posting. */
  readonly showsStatus?: true;
};

/** Runs one parsed and authorised command. The state may still refuse its events. */
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
      return reject(situation, by, command.reasons);
    case "amend":
      return amend(situation, by, command.feedback);
    case "pause":
      return pause(situation, by);
    case "resume":
      return resume(situation, by);
    case "abort":
      return abort(situation, by);
    case "adjust":
      return adjustProject(situation, { comment, adjustment: command.adjustment });
    case "retry":
      // In the issue, without a task: retries the baseline that failed.
      if (command.task_id === null && task === null && situation.state.baseline?.phase === "stuck")
        return accept({
          events: [{ kind: "baseline-retried", at: now, by }],
          answer: "The test suite is run on the default branch again.",
        });
      return resolveTask(situation, {
        task: command.task_id ?? task,
        resolution: resolutionOfRetry(situation, command.task_id ?? task),
        comment,
      });
    case "release":
      return orderRelease(situation, by, command.module_refs);
    case "deprecate":
      return orderDeprecation(situation, command, comment);
    case "undo":
      return orderUndo(situation, command.task_id, comment);
    case "abandon":
    case "override":
    case "amend-spec":
    case "revise-plan":
    case "split":
      return resolveTask(situation, { task: command.task_id ?? task, resolution: command.resolution, comment });
    case "fix": {
      const resolution = resolutionOfFix(situation, command.task_id ?? task, command.fix);
      if (!resolution.ok) return resolution;
      return resolveTask(situation, { task: command.task_id ?? task, resolution: resolution.value, comment });
    }
    case "amendment accept":
      return acceptAmendment(situation, command.task_id ?? task, comment);
    case "amendment reject":
      return rejectAmendment(situation, command.task_id ?? task, { comment, reason: command.reason });
    case "ice approve":
      return decideChange(situation, {
        task: command.task_id ?? task,
        ruling: { decision: "APPROVE_CHANGE" },
        comment,
      });
    case "ice defer":
      return decideChange(situation, { task: command.task_id ?? task, ruling: { decision: "DEFER" }, comment });
    case "ice reject": {
      const { reason, stay } = command;
      const ruling = { decision: "REJECT_CHANGE", reason, requeue: stay !== true } as const;
      return decideChange(situation, { task: command.task_id ?? task, ruling, comment });
    }
    case "continue":
      return continueProject(situation, comment);
    case "budget":
      return setProjectBudget(situation, by, command.usd);
    case "status":
      return accept({
        events: [],
        answer: `The status comment of #${situation.state.request.issue} is kept current.`,
        showsStatus: true,
      });
    case "help":
      return accept({ events: [], answer: command.about === null ? helpText() : helpFor(command.about) });
    default:
      return command satisfies never;
  }
}

/** An approval is for what its author saw: the spec must not have changed since the comment. */
function approve(situation: Situation, comment: ObservedComment): Outcome<CommandResult> {
  const { state, now } = situation;
  const { product } = state;
  if (product?.phase !== "awaiting-approval") return refuse("no-draft", "There is no spec to approve.");
  const pull = shownSpecPull(situation);
  if (pull?.state === "closed") {
    const again = "reopen it and approve again, or say `/factory amend <feedback>` to get a new one";
    return refuse("spec-closed", `#${pull.number}, which shows the spec, was closed: ${again}.`);
  }
  const current = { digest: product.spec_digest, changedAt: product.shown_at };
  const fresh = checkFresh("spec", { at: comment.createdAt, digest: null }, current);
  if (!fresh.ok) return fresh;
  return accept({
    events: [{ kind: "spec-approved", at: now, by: comment.author.login, spec_digest: product.spec_digest }],
    answer: "Approved. The spec is being merged; then the first task starts.",
  });
}

/** A fresh start reads the present SPEC.md, because the reason may be an edit there. */
function reject({ observed: { spec }, now }: Situation, by: string, reasons: string): Outcome<CommandResult> {
  const fresh = spec.status === "present" ? { spec_blob: spec.blob } : {};
  return accept({
    events: [{ kind: "spec-rejected", at: now, by, reasons, ...fresh }],
    answer: "The draft is dropped. A new one is being written from SPEC.md as it is now, with your reasons.",
  });
}

function abort({ state, now }: Situation, by: string): Outcome<CommandResult> {
  if (state.project !== null) {
    const answer = "Aborted. Everything that was made stays where it is.";
    const aborted: FactoryEvent = { kind: "project-moved", at: now, move: { kind: "project-aborted", at: now } };
    return accept({ events: [aborted], answer });
  }
  return accept({
    events: [{ kind: "request-withdrawn", at: now, by }],
    answer: "The request is withdrawn. Nothing was built, and another issue can be labelled.",
  });
}

function amend({ state, now }: Situation, by: string, feedback: string): Outcome<CommandResult> {
  const amends = state.product?.phase === "awaiting-approval" ? state.product.round.amends + 1 : 1;
  const advice = adviceAfter(amends);
  return accept({
    events: [{ kind: "spec-amended", at: now, by, feedback }],
    answer: `The draft is being patched.${advice === undefined ? "" : `\n\n${advice}`}`,
  });
}
