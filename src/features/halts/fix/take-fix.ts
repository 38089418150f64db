import { type DebateProgress, FIRST_ROUND } from "../../../domain/debate/debate-progress.js";
import { MAX_GATE_ATTEMPTS, MAX_REVISIONS } from "../../../domain/debate/limits.js";
import type { Proposal } from "../../../domain/debate/proposal.js";
import type { ModuleId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { gatesAfterChange } from "../../gate-runs/gate-routing.js";
import type { Colour } from "../../gate-runs/gates-awaited.js";
import type { ModuleWork } from "../../modules/module-work.js";
import { replaceModule, startNextModule } from "../../modules/questions.js";
import type { TaskEvent } from "../../modules/task-event.js";
import { moduleIdOf, type TaskWork } from "../../modules/task-work.js";
import { stageToGoOn } from "../../packages/apply-package-event.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

/**
 * A person's work has one round, and no role rewrites it. A red gate or a rejection returns it to the person on a new
 * card (requirements.md#resolutions).
 */
export const LAST_ROUND: DebateProgress = {
  ...FIRST_ROUND,
  revisions: MAX_REVISIONS,
  gate_attempts: MAX_GATE_ATTEMPTS - 1,
  automatic_fix_used: true,
};

/** The person's files are to be committed. Then they are gated and challenged like any proposal. */
export function offerFix(work: TaskWork, event: Of<"fix-offered">): Outcome<TaskWork> {
  if (work.stage.stage !== "building" || event.question !== work.questions + 1) {
    return refuse("stale-answer", `a fix as question ${event.question} is no longer awaited`);
  }
  const fixed = proposedBy(work, event.module_id, event.proposal);
  if (!fixed.ok) return fixed;
  const { question } = event;
  const step = { step: "committing", activity: "revise", question, gates: gatesOf(fixed.value, event) } as const;
  return accept(replaceModule({ ...work, questions: question }, { ...fixed.value, step }));
}

/**
 * The person's commits are on the branch already, so the gates are next. If they only merged the base, what the halt
 * had prevented continues.
 */
export function readFix(work: TaskWork, event: Of<"fix-read">): Outcome<TaskWork> {
  const { stage, head } = work;
  if (stage.stage !== "reading-fix" || stage.question !== event.question || head === null) {
    return refuse("stale-answer", `the fix pushed as question ${event.question} is no longer awaited`);
  }
  const building: TaskWork = { ...work, base_taken_up: true, stage: stageToGoOn(work) };
  if (event.fixed === null) return accept(building.stage.stage === "building" ? startNextModule(building) : building);
  const fixed = proposedBy(building, event.fixed.module_id, event.fixed.proposal);
  if (!fixed.ok) return fixed;
  const [colour = "green", ...later] = gatesOf(fixed.value, event);
  const { question } = event;
  const step = { step: "gating", activity: "revise", question, head, colour, later, gates: null } as const;
  const specified = colour === "red" ? { specified_in: question } : {};
  return accept(replaceModule(building, { ...fixed.value, step, written_in: question, ...specified }));
}

function proposedBy(work: TaskWork, moduleId: ModuleId, proposal: Proposal): Outcome<ModuleWork> {
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  if (module === undefined || module.reused) return refuse("unknown-module", `${moduleId} is not built by this task`);
  const trail = { ...module.trail, proposals: [...module.trail.proposals, proposal] };
  const { overridden_in: _forWhatStoodBefore, contract_failures: _ofOtherWork, ...rest } = module;
  return accept({ ...rest, trail, progress: LAST_ROUND, failures: [] });
}

function gatesOf(
  { lock }: ModuleWork,
  { contract_changed, tests_changed }: { readonly contract_changed: boolean; readonly tests_changed: boolean },
): Colour[] {
  return gatesAfterChange({ contract: lock === null || contract_changed, tests: tests_changed });
}
