import { z } from "zod";
import { AdjudicationId, EscalationId, MicroPlanId, ProposalId, ShipId } from "../../domain/artifacts/artifact-id.js";
import type { Contract } from "../../domain/contract/contract.js";
import { MeaningfulText } from "../../domain/contract/meaningful-text.js";
import { RepoPath } from "../../domain/contract/repo-path.js";
import { noDuplicates } from "../../domain/contract/unique.js";
import { Decision } from "../../domain/debate/adjudication.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import { mutantPlace, mutationScore, survivorsOf, survivorWords } from "../../domain/gates/mutation-report.js";
import { Digest, Instant, ModuleId, ModuleRef, Sha, TaskId, Version } from "../../domain/ids.js";
import { CriterionProof } from "../../domain/ledger/proof.js";
import { SealedFile } from "../seals/seal.js";

/** A dependency at the time when this module was built on it. The release compares it with what is shipped then. */
export const BuiltAgainst = z.strictObject({ module_ref: ModuleRef, fingerprint: Digest });
export type BuiltAgainst = z.infer<typeof BuiltAgainst>;

/**
 * The compiled surface that was compared with the contract, and the parts of the contract that no compiler could judge,
 * with the reason.
 */
const ShippedSurface = z.strictObject({
  /** Null if there is no compiler for the language here. */
  compiler: MeaningfulText.nullable(),
  exports: z.array(z.strictObject({ name: z.string().min(1), signature: z.string().min(1) })),
  not_judged: z.array(MeaningfulText),
});

/** How much of what was changed in the module's files its tests noticed, and what they did not. */
const ShippedMutation = z.strictObject({
  /** In percent of those tried. */
  score: z.number().min(0).max(100),
  tried: z.int().min(1),
  survivors: z.array(z.string().min(1)).max(100),
});

/** Task, plan, proposal and verdict of a module; a person's override has its rationale. */
const Provenance = z.strictObject({
  task_ref: TaskId,
  micro_plan_id: MicroPlanId,
  proposal_id: ProposalId,
  decided_by: z.union([
    z.strictObject({ adjudication_id: AdjudicationId, decision: Decision }),
    z.strictObject({ escalation_id: EscalationId, person: z.string().min(1), rationale: MeaningfulText }),
  ]),
});

/**
 * The proof that a module version works, `ship.yml` (requirements.md#ship-evidence,
 * decisions.md#what-ship-evidence-records).
 */
export const ShipEvidence = z.strictObject({
  module_id: ModuleId,
  module_version: Version,
  ship_id: ShipId,
  verified_at: Instant,
  verification: z.strictObject({
    result: z.enum(["PASS", "FAIL"]),
    interface_fingerprint: Digest,
    evidence_ref: RepoPath,
  }),
  environment: z.strictObject({
    /** The judged head. The ship commit after it only adds `.factory/` files. */
    repo_revision: Sha,
    /** SHA-256 of the lock file; null if the repository has none. */
    dependency_lock_ref: Digest.nullable(),
    runner_id: MeaningfulText,
  }),
  dependencies: z
    .array(BuiltAgainst)
    .superRefine(noDuplicates("dependency", (dependency) => dependency.module_ref, "module_ref")),
  sealed_files: z.array(SealedFile),
  /** Where the module comes from; absent in older evidence. */
  provenance: Provenance.exactOptional(),
  /** The surface of the entry as its compiler sees it; absent in older evidence. */
  surface: ShippedSurface.exactOptional(),
  /** Absent in older evidence, and where no mutants were tried. */
  mutation: ShippedMutation.exactOptional(),
  /** What shows each acceptance criterion of its task; absent in older evidence. */
  proofs: z.array(CriterionProof).exactOptional(),
});
export type ShipEvidence = z.infer<typeof ShipEvidence>;

/** Everything in the evidence that is not in the contract. */
export type ShipFacts = Omit<ShipEvidence, "module_id" | "module_version" | "verification"> & {
  readonly interfaceFingerprint: Digest;
  readonly evidenceRef: string;
};

/** What its gates said about mutants; nothing if none were tried. */
export function shippedMutation({ mutation }: Pick<GateReport, "mutation">): Pick<ShipEvidence, "mutation"> {
  if (mutation?.kind !== "tried") return {};
  const { mutants } = mutation;
  const survivors = survivorsOf(mutation).map((mutant) => `${mutantPlace(mutant)}: ${survivorWords(mutant)}`);
  return { mutation: { score: mutationScore(mutants), tried: mutants.length, survivors: survivors.slice(0, 100) } };
}

/** Only written after `verifyShip` accepted, so its result is PASS (requirements.md#execution-log). */
export function shipEvidence(contract: Contract, facts: ShipFacts): ShipEvidence {
  const { interfaceFingerprint, evidenceRef, ...rest } = facts;
  return {
    module_id: contract.module_id,
    module_version: contract.module_version,
    ...rest,
    verification: { result: "PASS", interface_fingerprint: interfaceFingerprint, evidence_ref: evidenceRef },
  };
}
