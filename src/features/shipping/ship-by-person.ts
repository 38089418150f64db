import type { EscalationId } from "../../domain/artifacts/artifact-id.js";
import type { Sha } from "../../domain/ids.js";
import type { Colour } from "../gate-runs/gates-awaited.js";
import { LAST_ROUND } from "../halts/fix/take-fix.js";
import type { ModuleMove, ModuleWork } from "../modules/module-work.js";

type Halt = { readonly escalation: EscalationId; readonly head: Sha };

/**
 * A module as a person's override lets it go on: without debate, whether it failed or the task halted in the middle of it. Gates
 * still apply, so work that was not green is gated once more (requirements.md#resolutions). What nobody has written yet
 * cannot ship.
 */
export function shipByPerson(module: ModuleWork, { escalation, head }: Halt): ModuleWork {
  const { step, written_in: question } = module;
  const overridden = { ...module, overridden_in: escalation, progress: LAST_ROUND };
  // Once green, an amendment ships without being debated again; so does this.
  if (step.step === "committing" && step.gates.includes("green"))
    return { ...overridden, step: { ...step, move: "amend" } };
  if (step.step === "gating" && [step.colour, ...step.later].includes("green"))
    return { ...overridden, step: { ...step, move: "amend", gates: null } };
  if (step.step === "asking" && step.move === "judge") return { ...overridden, step: { ...step, after: "amend" } };
  if (question === undefined || !isBuilt(module)) return module;
  if (isGreen(module, head)) return { ...overridden, step: { step: "approved" } };
  const [colour, ...later] = coloursOf(module);
  return { ...overridden, step: { step: "gating", move: "amend", question, head, colour, later, gates: null } };
}

/** Moves that are asked for when code stands on the branch already; `implement` is one of them from its second attempt on. */
const ABOUT_CODE: readonly ModuleMove[] = ["implement", "revise", "amend", "challenge", "adjudicate"];

/** It failed, or a role was being asked about code that stands on the branch. */
function isBuilt({ step, judged, concluded }: ModuleWork): boolean {
  if (step.step === "failed") return true;
  if (step.step !== "asking" || !ABOUT_CODE.includes(step.move)) return false;
  return judged !== null || concluded?.run_type === "EXECUTION";
}

/** Others may have committed after one that failed; the one in work was green last at the head, or is not any more. */
function isGreen({ step, judged, failures }: ModuleWork, head: Sha): boolean {
  if (judged === null || failures.length > 0) return false;
  return step.step === "failed" || judged.head === head;
}

/** What was not red as it should be cannot be green either. */
function coloursOf({ lock, concluded }: ModuleWork): readonly [Colour, ...Colour[]] {
  return lock === null || concluded?.run_type === "CONTRACT" ? ["red", "green"] : ["green"];
}
