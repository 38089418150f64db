import { type DebateProgress, gateAttempts, revisionsLeft } from "../../domain/debate/debate-progress.js";
import type { Colour } from "./gates-awaited.js";

/** Ways in which a round fails by fact, without a debate. */
export type RoundFailure = "gates-failing" | "fingerprint-mismatch" | "tests-failing";

/** A failed round is revised while revisions are left. A last round that is red halts without asking the Arbiter. */
export type FailedRoundStep =
  | { readonly next: "revise"; readonly revision: number }
  | { readonly next: "halt"; readonly cause: RoundFailure };

/** After a gate run: the challenge, another attempt on the same tree, or a failed round. */
export type GateStep =
  | { readonly next: "challenge" }
  | { readonly next: "fix-automatically"; readonly attempt: number }
  | { readonly next: "retry"; readonly attempt: number }
  | FailedRoundStep;

/** The result of a gate run. Any red gets another attempt; only type and build errors are fixed automatically. */
export type GateVerdict = { readonly green: boolean; readonly onlyTypeOrBuildErrors: boolean };

/** `progress.gate_attempts` includes the attempt that has just finished. */
export function routeGates(verdict: GateVerdict, progress: DebateProgress): GateStep {
  if (verdict.green) return { next: "challenge" };
  if (progress.limits?.red_is_final === true) return { next: "halt", cause: "gates-failing" };
  return nextAttempt(verdict, progress) ?? failRound("gates-failing", progress);
}

/**
 * Used-up attempts, a fingerprint mismatch and failing tests at ship all fail the round
 * (decisions.md#one-retry-budget).
 */
export function failRound(
  cause: RoundFailure,
  progress: Pick<DebateProgress, "revisions" | "limits">,
): FailedRoundStep {
  if (revisionsLeft(progress) > 0) return { next: "revise", revision: progress.revisions + 1 };
  return { next: "halt", cause };
}

/**
 * After the gates of an amended head. There is no debate to return to, so used-up attempts halt, whatever revisions are
 * left.
 */
export type AmendedGateStep = Exclude<GateStep, { next: "challenge" | "revise" }> | { readonly next: "ship" };

export function routeAmendedGates(verdict: GateVerdict, progress: DebateProgress): AmendedGateStep {
  if (verdict.green) return { next: "ship" };
  return nextAttempt(verdict, progress) ?? { next: "halt", cause: "gates-failing" };
}

function nextAttempt(
  { onlyTypeOrBuildErrors }: GateVerdict,
  progress: DebateProgress,
): Extract<GateStep, { next: "fix-automatically" | "retry" }> | undefined {
  const { gate_attempts, automatic_fix_used, limits } = progress;
  if (gate_attempts >= gateAttempts(progress) || limits?.red_is_final === true) return undefined;
  const next = onlyTypeOrBuildErrors && !automatic_fix_used ? "fix-automatically" : "retry";
  return { next, attempt: gate_attempts + 1 };
}

/** The parts of a module's work that differ from what was judged, by blob. */
export type ChangedParts = { readonly contract: boolean; readonly tests: boolean };

/**
 * Work that was revised, amended or fixed by a person is gated again: red first if contract or tests changed, green
 * always (decisions.md#amended-work-is-gated-again).
 */
export function gatesAfterChange({ contract, tests }: ChangedParts): Colour[] {
  return contract || tests ? ["red", "green"] : ["green"];
}
