import type { EscalationId } from "../../domain/artifacts/artifact-id.js";
import type { Sha } from "../../domain/ids.js";
import type { Colour } from "../gate-runs/gates-awaited.js";
import { LAST_ROUND } from "../halts/fix/take-fix.js";
import type { ModuleActivity, ModuleWork } from "../modules/module-work.js";

type Halt = { readonly escalation: EscalationId; readonly head: Sha };

/**
 * Continues a module after a person's override without debate, whether it failed or was in progress. Gates still apply,
 * so work that was not green is gated once more (requirements.md#resolutions). A module without code cannot ship.
 */
export function shipByPerson(module: ModuleWork, { escalation, head }: Halt): ModuleWork {
  const { step, written_in: question } = module;
  const overridden = { ...module, overridden_in: escalation, progress: LAST_ROUND };
  // Like a green amendment, it ships without another debate.
  if (step.step === "committing" && step.gates.includes("green"))
    return { ...overridden, step: { ...step, activity: "amend" } };
  if (step.step === "gating" && [step.colour, ...step.later].includes("green"))
    return { ...overridden, step: { ...step, activity: "amend", gates: null } };
  if (step.step === "asking" && step.activity === "judge") return { ...overridden, step: { ...step, after: "amend" } };
  if (question === undefined || !isBuilt(module)) return module;
  if (isGreen(module, head)) return { ...overridden, step: { step: "approved" } };
  const [colour, ...later] = coloursOf(module);
  return { ...overridden, step: { step: "gating", activity: "amend", question, head, colour, later, gates: null } };
}

/** Moves that are asked when code is on the branch already; `implement` is one of them from its second attempt on. */
const ABOUT_CODE: readonly ModuleActivity[] = ["implement", "revise", "amend", "challenge", "adjudicate"];

/** It failed, or a role was being asked about its code on the branch. */
function isBuilt({ step, judged, concluded }: ModuleWork): boolean {
  if (step.step === "failed") return true;
  if (step.step !== "asking" || !ABOUT_CODE.includes(step.activity)) return false;
  return judged !== null || concluded?.run_type === "EXECUTION";
}

/**
 * Other modules may have committed after one that failed. The one in progress was green last at the head, or is not
 * green any more.
 */
function isGreen({ step, judged, failures }: ModuleWork, head: Sha): boolean {
  if (judged === null || failures.length > 0) return false;
  return step.step === "failed" || judged.head === head;
}

/** What was not red as it should be cannot be green either. */
function coloursOf({ lock, concluded }: ModuleWork): readonly [Colour, ...Colour[]] {
  return lock === null || concluded?.run_type === "CONTRACT" ? ["red", "green"] : ["green"];
}
