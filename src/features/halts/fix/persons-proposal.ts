import { Proposal } from "../../../domain/debate/proposal.js";
import type { TaskId } from "../../../domain/ids.js";
import type { FileToWrite } from "../../../engine/effects/effect-parts.js";
import { writeYaml } from "../../../yaml/yaml.js";
import type { Made } from "../../modules/artifacts/artifact-parts.js";
import { debatePath } from "../../modules/artifacts/artifact-paths.js";
import type { ModuleWork } from "../../modules/module-work.js";

/** A proposal as it is filed. */
export function proposalFile(task: TaskId, proposal: Proposal): FileToWrite {
  return { path: debatePath(task, "proposals", proposal.proposal_id), text: writeYaml(proposal, Proposal) };
}

/** A person works from no context pack. */
export function madeByPerson(task: TaskId, question: number): Made {
  return { by: { role: "person", run_id: `fix-${task}-${question}` }, context_pack_ref: null };
}

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
