import type { UnappliedAmendment } from "../../domain/debate/amendment-check.js";
import type { Refusal } from "../../domain/refusal.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { ModuleReading } from "../reading/read-module.js";

/**
 * If the last answer lacked an amendment, a person decides with the Proposer's explanation, because amended work is not
 * debated again (decisions.md#amended-work-is-gated-again). Undefined if the last answer had another problem.
 */
export function amendFailure({ work }: ModuleReading, refusal: Refusal | undefined): HaltCause | undefined {
  const adjudication = work.trail.adjudications.at(-1);
  if (refusal?.code !== "amendment-not-applied" || adjudication === undefined) return undefined;
  const unapplied = (refusal.details?.["unapplied"] ?? []) as readonly UnappliedAmendment[];
  return {
    kind: "amendment-not-applied",
    module: work.module_ref,
    adjudication_id: adjudication.adjudication_id,
    unapplied: unapplied.map(({ amendment, reason, explanation }) => ({ amendment, reason, explanation })),
  };
}
