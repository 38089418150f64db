import { z } from "zod";
import { InterfaceChangeId } from "../../../domain/artifacts/artifact-id.js";
import { MeaningfulText } from "../../../domain/contract/meaningful-text.js";
import { Instant } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { ContractDelta } from "./contract-delta.js";

const recordFields = { exception_id: InterfaceChangeId, decided_by: MeaningfulText, decided_at: Instant };

/**
 * A person's decision about an exception, as a separate record (decisions.md#interface-change-exceptions,
 * requirements.md#interface-change-flow).
 */
export const InterfaceChangeDecision = z.discriminatedUnion("decision", [
  z.strictObject({
    ...recordFields,
    decision: z.literal("APPROVE_CHANGE"),
    /** What the person approved in place of the proposed delta. */
    revised_delta: ContractDelta.exactOptional(),
  }),
  z.strictObject({
    ...recordFields,
    decision: z.literal("REJECT_CHANGE"),
    reason: MeaningfulText,
    /** Whether the halted task tries again with the present contract, or waits for more guidance. */
    requeue: z.boolean(),
  }),
  z.strictObject({ ...recordFields, decision: z.literal("DEFER") }),
]);
export type InterfaceChangeDecision = z.infer<typeof InterfaceChangeDecision>;

export type RequestStatus = "RAISED" | "APPROVED" | "REJECTED" | "DEFERRED";

const STATUS_OF = {
  APPROVE_CHANGE: "APPROVED",
  REJECT_CHANGE: "REJECTED",
  DEFER: "DEFERRED",
} as const satisfies Record<InterfaceChangeDecision["decision"], RequestStatus>;

/** How often a person approved another delta than the one before. */
export function revisionsOf(decisions: readonly InterfaceChangeDecision[]): number {
  return decisions.filter(isRevision).length;
}

export function isRevision(decision: InterfaceChangeDecision): boolean {
  return decision.decision === "APPROVE_CHANGE" && decision.revised_delta !== undefined;
}

/**
 * The decisions that may follow. A deferred exception can be taken up again. An approved one can still be rejected, or
 * approved with a revised delta, if the debate of its contract fails (requirements.md#interface-change-flow, 5). A
 * rejected one is final.
 */
const DECISIONS_AFTER: Readonly<Record<RequestStatus, readonly InterfaceChangeDecision["decision"][]>> = {
  RAISED: ["APPROVE_CHANGE", "REJECT_CHANGE", "DEFER"],
  DEFERRED: ["APPROVE_CHANGE", "REJECT_CHANGE"],
  APPROVED: ["REJECT_CHANGE"],
  REJECTED: [],
};

/** The newest decision about an exception. */
export function currentDecision(
  interfaceChangeId: string,
  decisions: readonly InterfaceChangeDecision[],
): InterfaceChangeDecision | undefined {
  return decisions.findLast((decision) => decision.exception_id === interfaceChangeId);
}

/** Derived from the records; the exception itself never changes. */
export function interfaceChangeStatus(
  interfaceChangeId: string,
  decisions: readonly InterfaceChangeDecision[],
): RequestStatus {
  const current = currentDecision(interfaceChangeId, decisions);
  return current === undefined ? "RAISED" : STATUS_OF[current.decision];
}

/** Adds a record, or says why it may not follow. `hasFailed`: no contract was agreed after the approval. */
export function recordDecision(
  decisions: readonly InterfaceChangeDecision[],
  decision: InterfaceChangeDecision,
  hasFailed = false,
): Outcome<InterfaceChangeDecision[]> {
  const { exception_id: id } = decision;
  const status = interfaceChangeStatus(id, decisions);
  const reopens = hasFailed && status === "APPROVED" && isRevision(decision);
  if (reopens || DECISIONS_AFTER[status].includes(decision.decision)) return accept([...decisions, decision]);
  const allowed = DECISIONS_AFTER[status].join(", ") || "nothing";
  return refuse(
    "decision-not-possible",
    `${id} is ${status}; ${decision.decision} cannot follow. Possible now: ${allowed}.`,
    { exception_id: id, status, decision: decision.decision },
  );
}
