import type { RoleContext } from "../../context/sections/give-role.js";
import { narrowedPaths, unownedPaths } from "../../context/workspace/unowned-paths.js";
import { openWorkspace } from "../../context/workspace/workspace.js";
import type { Proposal } from "../../domain/debate/proposal.js";
import type { ContestedGate } from "../../domain/gates/contested-gate.js";
import { gitBlobSha } from "../../domain/hash.js";
import { accept, type Refusal } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import type { Remark } from "../../features/halts/decision-state.js";
import { proposalFile } from "../../features/halts/fix/persons-proposal.js";
import { answerPath } from "../../features/modules/artifacts/artifact-paths.js";
import { implementationFile } from "../../features/modules/artifacts/implementation.js";
import { WritingActivity } from "../../features/modules/module-work.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { isAsked } from "../asking/asked-module.js";
import { interfaceChangeFiles, upstreamRecorder } from "../asking/raise-upstream.js";
import { answerRecords, packFile } from "../asking/records.js";
import { failureCause } from "../asking/role-failure.js";
import { taskCall } from "../asking/task-call.js";
import { notAsked, workUpdated } from "../asking/work-updated.js";
import { question } from "../question.js";
import { moduleInspector } from "../reading/inspect-module.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { nameFoundModules } from "../reading/name-found-modules.js";
import { type ModuleReading, readModule } from "../reading/read-module.js";
import { isBuilt, plannedModule, readTask, readTree } from "../reading/read-task.js";
import { type RoleIds, roleIds } from "../reading/role-ids.js";
import { conventionsFor } from "../reviewers/reviewer-facts.js";
import { amendFailure } from "./amend-failure.js";
import { type Built, builtFiles, checkHeld, type Work } from "./built-files.js";
import { idleTools } from "./idle-tools.js";
import { impactOf } from "./impact-of.js";
import { openChannels } from "./open-channels.js";
import { dependenciesMissing, exportsMissing } from "./pre-execution.js";
import { feedbackOf, proposerFacts, remarksFor } from "./proposer-facts.js";
import { proposerTools } from "./proposer-tools.js";
import { amend, implement, revise, specify, type WritingActivityOf } from "./writing-activities.js";

/** One call to the Proposer: it works in a guarded copy of the tree, and its files become one commit. */
export function buildModule(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  switch (effect.activity) {
    case "specify":
      return build(repository, effect, ports, specify);
    case "implement":
      return build(repository, effect, ports, implement);
    case "revise":
      return build(repository, effect, ports, revise);
    case "amend":
      return build(repository, effect, ports, amend);
    default:
      throw new TypeError(`${effect.activity} writes nothing`);
  }
}

async function build<T>(
  repository: RepositoryRef,
  effect: Asked,
  ports: JobPorts,
  activity: WritingActivityOf<T>,
): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || effect.module === null || !isAsked(task, effect)) return NOTHING;
  const planned = plannedModule(task, effect.module);
  const unmet = await dependenciesMissing(task, planned);
  if (unmet !== undefined) return notAsked(ports, effect, { module_id: planned.module_id, cause: unmet });
  const module = await readModule(task, effect.module);
  const unprovided = await exportsMissing(task, module);
  if (unprovided !== undefined) return notAsked(ports, effect, { module_id: planned.module_id, cause: unprovided });
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const { lock } = module.work;
  const isFresh = effect.from !== "head" && lock !== null;
  // A fresh attempt starts from the red commit, without traces of the failed one
  // (decisions.md#which-tree-an-attempt-starts-from).
  const tree = isFresh ? await readTree(repository, lock.head, ports.reader) : task.tree;
  const remarks = remarksFor(task, effect);
  const { config } = task;
  const rules = {
    module: module.planned,
    seals: task.seals,
    others: (task.plan?.modules ?? []).filter(isBuilt).filter(({ module_id }) => module_id !== effect.module),
    config,
  };
  const call = taskCall(ports, ids, { task: effect.task, head: tree.commit, config });
  const context = activity.context(call, {
    ...(await proposerFacts(task, module)),
    ...(await impactOf(rules, module.planned, tree)),
    ...(await conventionsFor(task, module.planned)),
    ...feedbackOf(remarks),
    unownedPaths: unownedPaths({ ...rules, entries: tree.entries }),
    narrowedPaths: narrowedPaths({ ...rules, entries: tree.entries }),
  });
  const workspace = openWorkspace({
    head: tree.commit,
    entries: tree.entries,
    readBlob: (blob) => ports.reader.blob(repository, blob),
    readBlobs: (blobs) => ports.reader.blobs(repository, blobs),
    pack: context.pack,
    activity: writingActivity(effect),
    ...rules,
  });
  const work: Work = { task, module, tree, workspace, activity: writingActivity(effect) };
  const codeIndex = ports.indexOf(task.index, config.embedder);
  const upstream = upstreamRecorder(task, module, {
    role: isRetryAfterShip(module) ? "ship" : "proposer",
    ids,
    artifactRef: module.work.trail.proposals.at(-1)?.proposal_id ?? context.pack.context_pack_id,
  });
  const channels = openChannels(module);
  let refused: Refusal | undefined;
  const outcome = await ports.model.ask(
    question({
      activity: activity.role,
      subject: { task: effect.task, module: effect.module, attempt: effect.attempt },
      ...context,
      tools: proposerTools(workspace, {
        searchIndex: async (query) => nameFoundModules(task.tree, await codeIndex.search(query)),
        inspectModule: moduleInspector(task),
        raiseInterfaceChange: upstream.raise,
        channels,
        boundary: call.boundary,
        idle: idleTools(task, module),
      }),
      check: async (answer) => {
        // The task halts, and nothing of this is used.
        if (upstream.raised() !== undefined || channels.planFault() !== undefined) return accept(answer);
        const held = await checkHeld(work);
        const checked = held.ok ? await activity.check(work, answer) : held;
        refused = checked.ok ? undefined : checked.refusal;
        return checked;
      },
      config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  const raised = upstream.raised();
  if (raised !== undefined) {
    const module_id = effect.module;
    const halted: TaskEvent = { kind: "interface-change-raised", ...answered, module_id, exception: raised.request };
    const files = [...interfaceChangeFiles(task, raised, ids), packFile(context.pack)];
    return { events: [workUpdated(ports, effect.task, halted)], files };
  }
  const fault = channels.planFault();
  if (fault !== undefined) {
    const halted: TaskEvent = { kind: "question-failed", ...answered, module_id: effect.module, cause: fault };
    return { events: [workUpdated(ports, effect.task, halted)], files: [packFile(context.pack)] };
  }
  if (outcome.kind !== "answered") {
    const unapplied = outcome.kind === "invalid" ? amendFailure(module, refused) : undefined;
    const cause = unapplied ?? failureCause("proposer", config.models.proposer.name, outcome);
    const failed: TaskEvent = { kind: "question-failed", ...answered, module_id: effect.module, cause };
    return { events: [workUpdated(ports, effect.task, failed)], files: [packFile(context.pack)] };
  }
  return written(work, activity.built(outcome.value), {
    ids,
    ports,
    effect,
    answered: { ...answered, ...contesting(channels.contested()) },
    remarks,
    pack: context.pack,
  });
}

/** After a mismatch at ship the Proposer raises on behalf of ship (requirements.md#who-may-raise). */
function isRetryAfterShip({ work }: ModuleReading): boolean {
  return work.failures.some(({ validator }) => validator === "ship");
}

const contesting = (contested: readonly ContestedGate[]) =>
  contested.length === 0 ? {} : { contested: [...contested] };

/** The files of the answer to commit, and its record. */
async function written(
  work: Work,
  built: Built,
  {
    ids,
    ports,
    effect,
    answered,
    remarks,
    pack,
  }: {
    readonly ids: RoleIds;
    readonly ports: JobPorts;
    readonly effect: Asked;
    readonly answered: Pick<Extract<TaskEvent, { kind: "module-specified" }>, "question" | "usage" | "contested">;
    readonly remarks: readonly Remark[];
    readonly pack: RoleContext["pack"];
  },
): Promise<JobResult> {
  const { commit, files, testText, contractText } = await builtFiles(work, built, effect.question);
  const { lock } = work.module.work;
  const changes = {
    module_id: work.module.planned.module_id,
    activity: work.activity,
    contract_changed: lock !== null && gitBlobSha(contractText) !== lock.contract_blob,
    tests_changed: lock !== null && gitBlobSha(testText) !== lock.test_blob,
  };
  const now = ports.clock.now();
  if (built.proposal === null) {
    const event: TaskEvent = { kind: "module-specified", ...answered, ...changes };
    const artifact = answerPath(effect.task, effect.question);
    const records = answerRecords({ pack, type: "CONTRACT", artifact, task: effect.task, ids, now });
    return { events: [workUpdated(ports, effect.task, event)], files: [...files, ...records] };
  }
  const proposal: Proposal = {
    proposal_id: ids.artifact("PROPOSAL"),
    target_artifact_id: ids.artifact("IMPLEMENTATION"),
    deliverable_ref: work.module.work.module_ref,
    ...built.proposal,
  };
  const made = { by: { role: "proposer" as const, run_id: ids.runId }, context_pack_ref: pack.context_pack_id };
  const taken = remarks.length === 0 ? {} : { remarks: remarks.map(({ id }) => id) };
  const event: TaskEvent = { kind: "module-proposed", ...answered, ...changes, ...taken, proposal, made };
  const records = answerRecords({
    pack,
    type: "IMPLEMENTATION",
    artifact: proposal.proposal_id,
    task: effect.task,
    ids,
    now,
  });
  const filed = [
    proposalFile(effect.task, proposal),
    implementationFile(effect.task, effect.question, { proposal, commit }),
  ];
  return { events: [workUpdated(ports, effect.task, event)], files: [...files, ...filed, ...records] };
}

function writingActivity({ activity }: Asked): WritingActivity {
  const writing = WritingActivity.safeParse(activity);
  if (!writing.success) throw new TypeError(`${activity} writes nothing`);
  return writing.data;
}
