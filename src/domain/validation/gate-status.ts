import { z } from "zod";

/** The possible results of a validator and of a gate (decisions.md#gate-statuses). */
export const GateStatus = z.enum(["PASSED", "FAILED", "WARNING", "SKIPPED", "NOT_RUN", "VACUOUS"]);
export type GateStatus = z.infer<typeof GateStatus>;

/** A result without judgement never counts as a pass. */
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

/** A gate has the worst status of its validators, in this order. */
const WORST_FIRST: readonly GateStatus[] = ["FAILED", "VACUOUS", "NOT_RUN", "WARNING", "PASSED", "SKIPPED"];

/** SKIPPED only when every validator was skipped. A gate without validators is NOT_RUN. */
export function foldStatuses(statuses: readonly GateStatus[]): GateStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? "NOT_RUN";
}

/** An optional gate or a soft validator warns where a required one blocks (requirements.md#gate-checks). */
export function applyRequirement(status: GateStatus, required: boolean): GateStatus {
  return !required && isBlocking(status) ? "WARNING" : status;
}

/** A person may accept, in the configuration, that a language's tests cannot be judged. The status still shows it. */
export function acceptUnjudged(status: GateStatus, language: string, accepted: readonly string[]): GateStatus {
  const isAccepted = accepted.some((name) => name.toLowerCase() === language.toLowerCase());
  return status === "NOT_RUN" && isAccepted ? "WARNING" : status;
}
