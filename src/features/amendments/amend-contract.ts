import { firstRound } from "../../domain/debate/debate-progress.js";
import { type AmendmentDecision, amendmentCause } from "../../domain/enforcement/contract-amendment.js";
import type { ModuleId, TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { goOnAfterRed } from "../gate-runs/conclude-module-gates.js";
import { awaiting } from "../modules/awaiting.js";
import { endModule } from "../modules/end-module.js";
import type { ModuleStep, ModuleWork } from "../modules/module-work.js";
import { ask, replaceModule } from "../modules/questions.js";
import type { TaskEvent } from "../modules/task-event.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

/** Stops the module until a person has decided (requirements.md#contract-amendments). */
export function proposeAmendment(work: TaskWork, event: Of<"amendment-proposed">): Outcome<TaskWork> {
  const asked = awaiting(work, event.module_id, event.question, ["propose"]);
  if (!asked.ok) return asked;
  return accept(
    replaceModule(work, { ...asked.value, step: { step: "awaiting-amendment", amendment: event.amendment } }),
  );
}

/** The code is at fault: the round continues as usual, and the next attempt gets the reason. */
export function declineAmendment(work: TaskWork, event: Of<"amendment-declined">): Outcome<TaskWork> {
  const asked = awaiting(work, event.module_id, event.question, ["propose"]);
  if (!asked.ok) return asked;
  const { step } = asked.value;
  const after = step.step === "asking" ? step.after : undefined;
  if (after === undefined) throw new TypeError("an amendment is considered after gates that were red");
  const advice = { validator: "contract amendment", message: event.why, fix: "Change the code, not the contract." };
  const module = forgetFailures(asked.value);
  return accept(goOnAfterRed(work, { ...module, failures: [...module.failures, advice] }, after));
}

/**
 * Specifies the module again with the new contract, from the commit that was red. What was built to the old contract is
 * reverted. Its attempts do not count for the new contract.
 */
export function acceptAmendment(work: TaskWork, event: Of<"amendment-accepted">): Outcome<TaskWork> {
  const waiting = waitingFor(work, event);
  if (!waiting.ok) return waiting;
  const { module, amendment } = waiting.value;
  const amended: ModuleWork = {
    ...forgetFailures(module),
    failures: [],
    progress: firstRound(module.progress),
    amendments: [...(module.amendments ?? []), amendment.proposal],
  };
  return accept(ask(work, amended, { activity: "specify", from: module.lock === null ? "head" : "red-commit" }));
}

/** The contract stays and cannot be met, so the module has failed. Independent modules continue. */
export function rejectAmendment(work: TaskWork, event: Of<"amendment-rejected">): Outcome<TaskWork> {
  const waiting = waitingFor(work, event);
  if (!waiting.ok) return waiting;
  const { module, amendment } = waiting.value;
  return accept(
    endModule(work, forgetFailures(module), {
      kind: "contract-amendment-rejected",
      module: module.module_ref,
      proposal: amendment.proposal,
      rejection: event.reason,
    }),
  );
}

/** The person's decision about the pending amendment; undefined for any other event. */
export function amendmentDecision(work: TaskWork, task_id: TaskId, event: TaskEvent): AmendmentDecision | undefined {
  if (event.kind !== "amendment-accepted" && event.kind !== "amendment-rejected") return undefined;
  const waiting = waitingFor(work, event);
  if (!waiting.ok) return undefined;
  const { module, amendment } = waiting.value;
  return {
    amendment_id: amendment.amendment_id,
    cause: amendmentCause(amendment),
    task_id,
    module_ref: module.module_ref,
    decision: event.kind === "amendment-accepted" ? "ACCEPTED" : "REJECTED",
    reason: event.kind === "amendment-accepted" ? null : event.reason,
    by: event.by,
    at: event.at,
  };
}

type Awaiting = Extract<ModuleStep, { step: "awaiting-amendment" }>;

/** The module whose contract a person is asked about. There is at most one per task. */
export function awaitingAmendment({ stage, modules }: TaskWork) {
  if (stage.stage !== "building") return undefined;
  for (const module of modules) {
    if (module.step.step === "awaiting-amendment") return { module, amendment: module.step.amendment };
  }
  return undefined;
}

function waitingFor(
  work: TaskWork,
  { module_id, amendment_id }: { readonly module_id: ModuleId; readonly amendment_id: string },
): Outcome<{ readonly module: ModuleWork; readonly amendment: Awaiting["amendment"] }> {
  const waiting = awaitingAmendment(work);
  if (
    waiting !== undefined &&
    moduleIdOf(waiting.module) === module_id &&
    waiting.amendment.amendment_id === amendment_id
  )
    return accept(waiting);
  return refuse("stale-card", `${amendment_id} is no longer what ${module_id} waits for`, {
    saw: amendment_id,
    now: waiting?.amendment.amendment_id ?? null,
  });
}

/** After a new contract, or a decision about it, consecutive failures are counted from zero. */
function forgetFailures({ contract_failures: _counted, ...module }: ModuleWork): ModuleWork {
  return module;
}
