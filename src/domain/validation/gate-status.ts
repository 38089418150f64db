import { z } from "zod";

/** How a validator, and a gate, can end (decisions.md#gate-statuses). */
export const GateStatus = z.enum(["PASSED", "FAILED", "WARNING", "SKIPPED", "NOT_RUN", "VACUOUS"]);
export type GateStatus = z.infer<typeof GateStatus>;

/** Nothing that could not be judged, or judged nothing, is ever counted as a pass. */
const BLOCKS: Readonly<Record<GateStatus, boolean>> = {
  PASSED: false,
  WARNING: false,
  SKIPPED: false,
  FAILED: true,
  NOT_RUN: true,
  VACUOUS: true,
};

export function isBlocking(status: GateStatus): boolean {
  return BLOCKS[status];
}

/** The gate's status is the worst of its validators', in this order. */
const WORST_FIRST: readonly GateStatus[] = ["FAILED", "VACUOUS", "NOT_RUN", "WARNING", "PASSED", "SKIPPED"];

/** SKIPPED only when every validator was; a gate without validators did not run. */
export function foldStatuses(statuses: readonly GateStatus[]): GateStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? "NOT_RUN";
}

/** An optional gate or a soft validator warns where a required one blocks (requirements.md#gate-checks). */
export function applyRequirement(status: GateStatus, required: boolean): GateStatus {
  return !required && isBlocking(status) ? "WARNING" : status;
}

/** A person may accept, in configuration, that a language's tests cannot be judged; that stays visible. */
export function acceptUnjudged(status: GateStatus, language: string, accepted: readonly string[]): GateStatus {
  const isAccepted = accepted.some((name) => name.toLowerCase() === language.toLowerCase());
  return status === "NOT_RUN" && isAccepted ? "WARNING" : status;
}
