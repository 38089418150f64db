import { ArtifactEnvelope } from "../../../domain/artifacts/envelope.js";
import { succeed } from "../../../domain/artifacts/lineage.js";
import { changeStatus, type StatusChange } from "../../../domain/artifacts/status-change.js";
import { INITIAL_VERSION } from "../../../domain/contract/version.js";
import { revisionsLeft } from "../../../domain/debate/debate-progress.js";
import type { Proposal } from "../../../domain/debate/proposal.js";
import type { Instant, TaskId } from "../../../domain/ids.js";
import { accept, type Outcome } from "../../../domain/refusal.js";
import type { ModuleWork } from "../module-work.js";
import type { TaskWork } from "../task-work.js";
import type { Made, Replaced } from "./artifact-parts.js";

type Step = {
  readonly task: TaskId;
  readonly at: Instant;
  readonly made?: Made | undefined;
  /** The proposal of the version before, which this one replaces. */
  readonly replaces?: Replaced | undefined;
};

/**
 * The envelopes of a task's proposals after an event: what the event added to the trail of a module moves its newest
 * proposal through the statuses (requirements.md#artifact-statuses). An illegal step refuses the event.
 */
export function updateArtifacts(before: TaskWork, after: TaskWork, step: Step): Outcome<TaskWork> {
  const modules: ModuleWork[] = [];
  for (const module of after.modules) {
    const known = before.modules.find(({ module_ref }) => module_ref === module.module_ref);
    const updated = known === undefined ? accept(module) : updateArtifact(known, module, step);
    if (!updated.ok) return updated;
    modules.push(updated.value);
  }
  return accept({ ...after, modules });
}

function updateArtifact(before: ModuleWork, after: ModuleWork, step: Step): Outcome<ModuleWork> {
  const proposal = newest(before.trail.proposals, after.trail.proposals);
  if (proposal !== undefined) return proposed(after, proposal, step);
  const { artifact } = before;
  if (artifact === undefined) return accept(after);
  const challenge = newest(before.trail.challenges, after.trail.challenges);
  if (challenge !== undefined) return updated(after, artifact, [{ to: "CHALLENGED", challenge }]);
  const adjudication = newest(before.trail.adjudications, after.trail.adjudications);
  if (adjudication === undefined)
    return before.step.step === "approved" ? shipped(after, artifact, step) : accept(after);
  const isReturned = adjudication.decision === "REJECT" && after.step.step !== "failed";
  const { decision } = adjudication;
  return updated(after, artifact, [
    { to: "ADJUDICATED", adjudication },
    ...(isReturned ? [{ to: "DRAFT" as const, decision, revisionsLeft: revisionsLeft(before.progress) }] : []),
  ]);
}

/** What an event has added to a list, if it has. */
function newest<T>(before: readonly T[], after: readonly T[]): T | undefined {
  return after.length > before.length ? after.at(-1) : undefined;
}

/** Amendments are applied to what was adjudicated: only another proposal is another artifact. */
function proposed(module: ModuleWork, { proposal_id }: Proposal, { task, at, made }: Step): Outcome<ModuleWork> {
  const { artifact: previous, replaces = [], ...rest } = module;
  if (made === undefined) return accept(rest);
  const isAmended = module.step.step === "committing" && module.step.activity === "amend";
  if (isAmended && previous !== undefined) return accept(module);
  const { by: created_by, context_pack_ref } = made;
  const revision = { artifact_id: proposal_id, bump: "patch" as const, created_at: at, created_by, context_pack_ref };
  const envelope = previous === undefined ? accept(first(revision)) : succeed(previous, revision);
  if (!envelope.ok) return envelope;
  const shippedBefore = previous?.status === "SHIPPED" ? [{ task_id: task, envelope: previous }] : [];
  const all = [...replaces, ...shippedBefore];
  return accept({ ...rest, artifact: envelope.value, ...(all.length === 0 ? {} : { replaces: all }) });
}

function first({
  bump: _first,
  ...revision
}: Pick<ArtifactEnvelope, "artifact_id" | "created_at" | "created_by" | "context_pack_ref"> & { bump: string }) {
  return ArtifactEnvelope.parse({
    ...revision,
    artifact_type: "PROPOSAL",
    version: INITIAL_VERSION,
    status: "DRAFT",
    inputs: [],
    outputs: [],
  });
}

function updated(
  module: ModuleWork,
  artifact: ArtifactEnvelope,
  changes: readonly StatusChange[],
): Outcome<ModuleWork> {
  const envelope = changes.reduce<Outcome<ArtifactEnvelope>>(
    (result, change) => (result.ok ? changeStatus(result.value, change) : result),
    accept(artifact),
  );
  return envelope.ok ? accept({ ...module, artifact: envelope.value }) : envelope;
}

/** A person's decision takes the place of the debate's, and the envelope says so. */
function shipped(before: ModuleWork, artifact: ArtifactEnvelope, { replaces }: Step): Outcome<ModuleWork> {
  if (before.step.step !== "shipping") return accept(before);
  const all = [...(before.replaces ?? []), ...(replaces === undefined ? [] : [replaces])];
  const module = all.length === 0 ? before : { ...before, replaces: all };
  if (module.overridden_in !== undefined) {
    const notes = `shipped by a person's decision, ${module.overridden_in}`;
    return accept({ ...module, artifact: { ...artifact, status: "SHIPPED", notes } });
  }
  const decision = module.trail.adjudications.at(-1)?.decision ?? "REJECT";
  const fingerprint = module.lock?.fingerprint ?? "";
  // Ship evidence is written for the locked fingerprint alone, and amendments are gated before it.
  const verification = { result: "PASS" as const, fingerprint };
  return updated(module, artifact, [
    { to: "SHIPPED", decision, amendmentsApplied: true, verification, lockedFingerprint: fingerprint },
  ]);
}

/** The envelopes that a module replaced, once its task has shipped. */
export function deprecated({ artifact, replaces = [] }: ModuleWork): Replaced[] {
  if (artifact === undefined || artifact.status !== "SHIPPED") return [];
  return replaces.flatMap(({ task_id, envelope }) => {
    const changed = changeStatus(envelope, { to: "DEPRECATED", successor: artifact });
    return changed.ok ? [{ task_id, envelope: changed.value }] : [];
  });
}
