import type { Proposal } from "../../../domain/debate/proposal.js";
import type { ModuleWork } from "../../modules/module-work.js";

/** A person's fix as a proposal that Challenger and Arbiter judge (requirements.md#resolutions). */
export function personsProposal(
  { module_ref, name, trail }: ModuleWork,
  fix: {
    readonly description: string;
    readonly acceptanceCriteria: readonly string[];
    /** Eight hexadecimal digits for each id. */
    readonly hex: (what: string) => string;
  },
): Proposal {
  const last = trail.proposals.at(-1);
  return {
    proposal_id: `PROP-${fix.hex("proposal")}`,
    target_artifact_id: `IMPL-${fix.hex("implementation")}`,
    deliverable_ref: module_ref,
    claim: fix.description,
    acceptance_checks: last?.acceptance_checks ?? [`The tests of ${name} pass.`],
    criteria:
      last?.criteria ?? fix.acceptanceCriteria.map((criterion) => ({ criterion, tests: [`The tests of ${name}`] })),
  };
}
