import { Contribution } from "../../domain/artifacts/contribution.js";
import { ArtifactEnvelope } from "../../domain/artifacts/envelope.js";
import type { Instant, TaskId } from "../../domain/ids.js";
import { isActive } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import { Precedent } from "../../features/halts/resolution/precedent.js";
import type { Replaced } from "../../features/modules/artifacts/artifact-parts.js";
import { debatePath, envelopePath, resolutionPath } from "../../features/modules/artifacts/artifact-paths.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import type { ModuleReading } from "../../roles/reading/read-module.js";
import type { TaskReading } from "../../roles/reading/read-task.js";
import { roleIds } from "../../roles/reading/role-ids.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";

/** Task, plan, proposal and verdict, so that a shipped module can be followed back. Absent only without a proposal. */
export async function provenanceOf(
  { taskId, work: { plan }, stored }: TaskReading,
  { work: { trail, overridden_in } }: ModuleReading,
): Promise<Pick<ShipEvidence, "provenance">> {
  const proposal = trail.proposals.at(-1);
  const adjudication = trail.adjudications.at(-1);
  if (proposal === undefined || plan === null) return {};
  const { micro_plan_id } = plan;
  const from = { task_ref: taskId, micro_plan_id, proposal_id: proposal.proposal_id };
  if (overridden_in === undefined) {
    if (adjudication === undefined) return {};
    const { adjudication_id, decision } = adjudication;
    return { provenance: { ...from, decided_by: { adjudication_id, decision } } };
  }
  const path = resolutionPath(overridden_in);
  const text = (await stored([path])).get(path);
  if (text === undefined) return {};
  const { resolution, resolved_by } = orThrow(readYaml(path, text, Precedent));
  const rationale = "rationale" in resolution ? resolution.rationale : resolution.action;
  return { provenance: { ...from, decided_by: { escalation_id: overridden_in, person: resolved_by, rationale } } };
}

/** The loop's own line in the task's audit trail. */
export function shipContribution(
  { state }: Pick<TaskReading, "state">,
  { task, question }: { readonly task: TaskId; readonly question: number },
  { ship_id, at }: { readonly ship_id: string; readonly at: Instant },
): FileToWrite {
  const ids = roleIds(state.request.issue, task, question);
  const contribution: Contribution = {
    contribution_id: ids.contribution(),
    type: "SHIP_EVIDENCE",
    produced_by: { role: "loop", run_id: ids.runId },
    artifact_ref: ship_id,
    task_ref: task,
    created_at: at,
    context_pack_ref: null,
  };
  const path = debatePath(task, "contributions", contribution.contribution_id);
  return { path, text: writeYaml(contribution, Contribution) };
}

/** The shipped proposal of the version before, which becomes DEPRECATED when this one is merged. */
export async function replacedProposal(
  { index, tree, stored }: Pick<TaskReading, "index" | "tree" | "stored">,
  { planned }: Pick<ModuleReading, "planned">,
): Promise<{ readonly replaces?: Replaced }> {
  const before = index.find(
    (entry) => isActive(entry) && entry.module_id === planned.module_id && entry.version !== planned.module_version,
  );
  const shipText = before === undefined ? undefined : await tree.read(before.ship_ref);
  if (before === undefined || shipText === undefined) return {};
  const { provenance } = orThrow(readYaml(before.ship_ref, shipText, ShipEvidence));
  if (provenance === undefined) return {};
  const path = envelopePath(provenance.task_ref, provenance.proposal_id);
  const text = (await stored([path])).get(path);
  if (text === undefined) return {};
  return { replaces: { task_id: provenance.task_ref, envelope: orThrow(readYaml(path, text, ArtifactEnvelope)) } };
}
