import type { Decision } from "../debate/adjudication.js";
import type { Digest } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { ArtifactId } from "./artifact-id.js";
import { checkTransition } from "./artifact-status.js";
import type { ArtifactEnvelope } from "./envelope.js";

/**
 * What justifies a step of the status machine. Each target status names the evidence that it needs
 * (requirements.md#artifact-statuses).
 */
export type StatusChange =
  | { readonly to: "CHALLENGED"; readonly challenge: { readonly target_artifact_id: ArtifactId } }
  | { readonly to: "ADJUDICATED"; readonly adjudication: { readonly target_artifact_id: ArtifactId } }
  | { readonly to: "DRAFT"; readonly decision: Decision; readonly revisionsLeft: number }
  | {
      readonly to: "SHIPPED";
      readonly decision: Decision;
      readonly amendmentsApplied: boolean;
      readonly verification: { readonly result: "PASS" | "FAIL"; readonly fingerprint: Digest };
      readonly lockedFingerprint: Digest;
    }
  | {
      readonly to: "DEPRECATED";
      readonly successor: Pick<ArtifactEnvelope, "artifact_id" | "artifact_type" | "status">;
    };

/** The envelope after a legal and justified step. Only the status changes. */
export function changeStatus(envelope: ArtifactEnvelope, change: StatusChange): Outcome<ArtifactEnvelope> {
  const transition = checkTransition(envelope.status, change.to);
  if (!transition.ok) return transition;
  const missing = missingJustification(envelope, change);
  if (missing !== undefined) {
    return refuse(
      "unjustified-artifact-transition",
      `${envelope.artifact_id} cannot become ${change.to}: ${missing}.`,
      { artifact_id: envelope.artifact_id, from: envelope.status, to: change.to },
    );
  }
  return accept({ ...envelope, status: change.to });
}

function missingJustification(envelope: ArtifactEnvelope, change: StatusChange): string | undefined {
  switch (change.to) {
    case "CHALLENGED":
      return aboutAnother("challenge", change.challenge.target_artifact_id, envelope.artifact_id);
    case "ADJUDICATED":
      return aboutAnother("adjudication", change.adjudication.target_artifact_id, envelope.artifact_id);
    case "DRAFT":
      if (change.decision !== "REJECT")
        return `only a REJECT returns it for revision, and the decision is ${change.decision}`;
      return change.revisionsLeft > 0 ? undefined : "the retry window is over; a rejection now halts instead";
    case "SHIPPED":
      return notShippable(change);
    case "DEPRECATED":
      return notItsSuccessor(envelope, change.successor);
    default:
      return change satisfies never;
  }
}

function aboutAnother(what: string, target: ArtifactId, own: ArtifactId): string | undefined {
  return target === own ? undefined : `the ${what} is about ${target}`;
}

function notShippable(change: Extract<StatusChange, { to: "SHIPPED" }>): string | undefined {
  if (change.decision === "REJECT") return "the Arbiter rejected it";
  if (change.decision === "APPROVE_WITH_AMENDMENTS" && !change.amendmentsApplied) {
    return "it was approved with amendments, and they are not all applied";
  }
  if (change.verification.result !== "PASS") return "its ship evidence is not PASS";
  if (change.verification.fingerprint === change.lockedFingerprint) return undefined;
  return `its fingerprint is ${change.verification.fingerprint}, and ${change.lockedFingerprint} was locked`;
}

function notItsSuccessor(
  envelope: ArtifactEnvelope,
  successor: Pick<ArtifactEnvelope, "artifact_id" | "artifact_type" | "status">,
): string | undefined {
  if (successor.artifact_id === envelope.artifact_id) return "it cannot succeed itself";
  if (successor.artifact_type !== envelope.artifact_type) {
    return `${successor.artifact_id} is a ${successor.artifact_type}, not a ${envelope.artifact_type}`;
  }
  return successor.status === "SHIPPED" ? undefined : `its successor ${successor.artifact_id} is ${successor.status}`;
}
