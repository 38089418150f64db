import { z } from "zod";
import { ArtifactId, InterfaceChangeId } from "../../../domain/artifacts/artifact-id.js";
import { MeaningfulText } from "../../../domain/contract/meaningful-text.js";
import { ModuleRef } from "../../../domain/ids.js";
import { ContractDelta } from "./contract-delta.js";

const RequestType = z.enum(["CANNOT_SUPPORT", "AMBIGUOUS", "INCOMPLETE", "MISSING_DIMENSION"]);

export const CompatibilityExpectation = z.enum(["BACKWARD_COMPATIBLE", "BREAKING", "UNKNOWN"]);
export type CompatibilityExpectation = z.infer<typeof CompatibilityExpectation>;

const Urgency = z.enum(["BLOCKING", "HIGH", "NORMAL", "LOW"]);

/**
 * The only three roles that may raise: the Arbiter judges the present debate only, and dispatch judges nothing
 * (requirements.md#who-may-raise).
 */
export const InterfaceChangeRaiser = z.enum(["proposer", "challenger", "ship"]);
export type InterfaceChangeRaiser = z.infer<typeof InterfaceChangeRaiser>;

/** The arguments of the tool (requirements.md#exception-tool, decisions.md#interface-change-exceptions). */
export const InterfaceChangeCall = z.strictObject({
  type: RequestType,
  target_module: ModuleRef,
  reason: MeaningfulText,
  evidence: z.array(MeaningfulText).min(1, "must hold at least one piece of evidence"),
  proposed_delta: ContractDelta,
  compatibility: CompatibilityExpectation,
  urgency: Urgency,
});
export type InterfaceChangeCall = z.infer<typeof InterfaceChangeCall>;

/**
 * A request to change a shipped contract (requirements.md#exception-record). It never changes; decisions are separate
 * records.
 */
export const InterfaceChangeRequest = z.strictObject({
  exception_id: InterfaceChangeId,
  type: RequestType,
  raised_by: z.strictObject({ artifact_ref: ArtifactId, role: InterfaceChangeRaiser, run_id: MeaningfulText }),
  target_module: ModuleRef,
  reason: MeaningfulText,
  evidence: z.array(MeaningfulText).min(1, "must hold at least one piece of evidence"),
  proposed_contract_delta: ContractDelta,
  compatibility_expectation: CompatibilityExpectation,
  urgency: Urgency,
});
export type InterfaceChangeRequest = z.infer<typeof InterfaceChangeRequest>;
