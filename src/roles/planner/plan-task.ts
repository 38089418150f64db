import { contextForPlanner } from "../../context/sections/context-for.js";
import { narrowedPaths, unownedPaths } from "../../context/workspace/unowned-paths.js";
import { openWorkspace } from "../../context/workspace/workspace.js";
import type { Config } from "../../domain/config/config.js";
import { planPath } from "../../domain/gates/state-paths.js";
import { type ModuleId, parseModuleRef } from "../../domain/ids.js";
import { assignModuleIds } from "../../domain/plan/assign-module-ids.js";
import { lockPlan } from "../../domain/plan/lock.js";
import { MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { orderModules } from "../../domain/plan/module-order.js";
import { isReused, PlanDraft } from "../../domain/plan/plan-draft.js";
import { accept } from "../../domain/refusal.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { isOutline } from "../../features/halts/resolution/revised-plan.js";
import { planDraftPath } from "../../features/modules/artifacts/artifact-paths.js";
import { retryLimits } from "../../features/modules/retry-limits.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import type { RoleOutcome } from "../../model/model-port.js";
import { writeYaml } from "../../yaml/yaml.js";
import { answerRecords, packFile } from "../asking/records.js";
import { failureCause } from "../asking/role-failure.js";
import { taskCall } from "../asking/task-call.js";
import { workUpdated } from "../asking/work-updated.js";
import { idleTools } from "../proposer/idle-tools.js";
import { plannerTools } from "../proposer/proposer-tools.js";
import { question } from "../question.js";
import { moduleInspector } from "../reading/inspect-module.js";
import { type Asked, type JobPorts, NOTHING } from "../reading/job-ports.js";
import { nameFoundModules } from "../reading/name-found-modules.js";
import { priorRulings } from "../reading/prior-rulings.js";
import { priorTasksOf } from "../reading/prior-tasks-of.js";
import { exportsOfDependency, readUpstream } from "../reading/read-dependency.js";
import { readTask, type TaskReading } from "../reading/read-task.js";
import { type RoleIds, roleIds } from "../reading/role-ids.js";
import { taskForRole } from "../reading/task-text.js";
import { testSetup } from "../reading/test-setup.js";
import { agreedPlan, approvedVersions } from "./agreed-plan.js";
import { type JudgedPlan, planJudge } from "./judge-plan.js";
import { guidanceOf, personsPlan } from "./persons-plan.js";
import { type PlanAttempts, planAttempts } from "./plan-attempts.js";
import { plannerPlan } from "./planner-plan.js";
import { reuseCandidates } from "./reuse-candidates.js";
import { reviewedBefore } from "./reviewed-before.js";

type Unanswered = Exclude<RoleOutcome<PlanDraft>, { kind: "answered" }>;

/** One planner call. The plan is judged, numbered by the App, and locked. */
export async function planTask(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const reading = await readTask(repository, effect.task, ports);
  if (reading?.work.stage.stage !== "planning" || reading.work.stage.question !== effect.question) return NOTHING;
  const ids = roleIds(reading.state.request.issue, effect.task, effect.question);
  const { config } = reading;
  const codeIndex = ports.indexOf(reading.index, reading.config.embedder);
  const given = await personsPlan(reading);
  const personal = given ?? (await agreedPlan(reading));
  const upstream = await readUpstream(reading);
  const exports = await Promise.all(upstream.map((module) => exportsOfDependency(reading.tree, module, null)));
  const isAsked = personal === null || isOutline(personal);
  const facts = { module: null, seals: reading.seals, others: [], config };
  const call = taskCall(ports, ids, { task: effect.task, head: reading.tree.commit, config });
  const context = contextForPlanner(call, {
    taskFile: taskForRole(reading.taskFile),
    dependencies: upstream.map(({ surface }) => surface),
    exports: exports.flat(),
    ...(isAsked
      ? {
          indexResults: await nameFoundModules(
            reading.tree,
            await reuseCandidates(codeIndex, aboutOf(reading.taskFile)),
          ),
        }
      : {}),
    sops: reading.sops,
    testSetup: await testSetup(reading.tree, reading.config),
    priorTasks: await priorTasksOf(reading),
    decisions: [...(guidanceOf(personal).decisions ?? []), ...priorRulings(reading.state, effect.task)],
    ...(isAsked ? await reviewedBefore(reading) : {}),
    seals: reading.seals,
    unownedPaths: unownedPaths({ ...facts, entries: reading.tree.entries }),
    narrowedPaths: narrowedPaths({ ...facts, entries: reading.tree.entries }),
  });
  const workspace = openWorkspace({
    head: reading.tree.commit,
    entries: reading.tree.entries,
    readBlob: (blob) => ports.reader.blob(repository, blob),
    readBlobs: (blobs) => ports.reader.blobs(repository, blobs),
    pack: context.pack,
    activity: "specify",
    ...facts,
  });
  const judge = planJudge(reading, codeIndex, reading.state.agreed_versions[effect.task] !== undefined);
  if (personal !== null && !isOutline(personal)) {
    const judged = await judge(personal);
    const answered = { question: effect.question, usage: [] };
    if (judged.ok) return planned(reading, judged, { ids, ports, answered, pack: null });
    const by = given === null ? "agreement" : "person";
    const cause = judged.cause(writeYaml(personal, PlanDraft), by);
    return {
      events: [workUpdated(ports, effect.task, { kind: "question-failed", ...answered, module_id: null, cause })],
      files: [],
    };
  }
  const attempts = planAttempts(judge);
  const outcome = await ports.model.ask(
    question({
      activity: plannerPlan,
      subject: { task: effect.task, module: null, attempt: effect.attempt },
      ...context,
      tools: plannerTools(workspace, {
        searchIndex: async (query) => nameFoundModules(reading.tree, await codeIndex.search(query)),
        inspectModule: moduleInspector(reading),
        boundary: call.boundary,
        idle: idleTools({ index: reading.index }),
      }),
      check: accept,
      read: attempts.read,
      config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  if (outcome.kind !== "answered") {
    const cause = failureOf(outcome, attempts, reading);
    const event: TaskEvent = { kind: "question-failed", ...answered, module_id: null, cause };
    return { events: [workUpdated(ports, effect.task, event)], files: [packFile(context.pack)] };
  }
  const judged = { value: outcome.value, warnings: attempts.warnings() };
  return planned(reading, judged, { ids, ports, answered, pack: context.pack });
}

/** The subject of a task, in words comparable to a module's purpose. */
function aboutOf({ name, description, subtasks }: TaskReading["taskFile"]): string[] {
  return [name, description, ...subtasks];
}

/** Why there is no plan: it stayed wrong, or there was no answer. */
function failureOf(outcome: Unanswered, attempts: PlanAttempts, { config }: TaskReading): HaltCause {
  if (outcome.kind === "invalid") return attempts.cause(outcome);
  return failureCause("planner", config.models.planner.name, outcome);
}

function planned(
  reading: TaskReading,
  { value: draft, warnings }: Pick<Extract<JudgedPlan, { ok: true }>, "value" | "warnings">,
  {
    ids,
    ports,
    answered,
    pack,
  }: {
    readonly ids: RoleIds;
    readonly ports: JobPorts;
    readonly answered: { question: number; usage: Extract<TaskEvent, { kind: "plan-made" }>["usage"] };
    /** Null for a person's plan: their resolution is the record. */
    readonly pack: Parameters<typeof packFile>[0] | null;
  },
): JobResult {
  const { state, taskId, config } = reading;
  const { plan, nextNumber } = assignModuleIds(draft, {
    microPlanId: ids.artifact("MICRO_PLAN"),
    parentTaskRef: `${taskId}@${state.project?.spec_version ?? "1.0.0"}`,
    nextNumber: state.next_module,
    approvedVersions: approvedVersions(reading),
  });
  const lock = lockPlan(plan);
  const order = orderModules(plan);
  const inPlan = new Set(order);
  const modules = order
    .flatMap((id) => plan.modules.filter(({ module_id }) => module_id === id))
    .map((module) => ({
      module_ref: plannedRef(module),
      name: module.name,
      depends_on: module.depends_on.map((ref): ModuleId => parseModuleRef(ref).moduleId).filter((id) => inPlan.has(id)),
      reused: module.reuse_decision === "REUSE",
    }));
  // A person's plan is a decision already.
  const toReview = pack !== null && isReviewed(config, draft);
  const event: TaskEvent = {
    kind: "plan-made",
    ...answered,
    micro_plan_id: plan.micro_plan_id,
    digest: lock.digest,
    modules,
    next_module: nextNumber,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    // The author of a plan has consented to the packages it names.
    packages: { declared: plan.dependencies, agreed: pack === null ? plan.dependencies.map(({ name }) => name) : [] },
    numbered_from: state.next_module,
    ...(config.parallel_modules === 1 ? {} : { side_by_side: config.parallel_modules }),
    ...(toReview ? { to_review: true as const } : {}),
    ...retryLimits(config),
  };
  const now = ports.clock.now();
  return {
    events: [workUpdated(ports, taskId, event)],
    files: [
      { path: planPath(taskId), text: writeYaml(plan, MicroPlan) },
      ...(toReview ? [{ path: planDraftPath(taskId, plan.micro_plan_id), text: writeYaml(draft, PlanDraft) }] : []),
      ...(pack === null
        ? []
        : answerRecords({ pack, type: "MICRO_PLAN", artifact: plan.micro_plan_id, task: taskId, ids, now })),
    ],
  };
}

/** A plan of one module cuts nothing (decisions.md#plan-review). */
function isReviewed({ plan_review }: Pick<Config, "plan_review">, { modules }: PlanDraft): boolean {
  if (plan_review !== "several-modules") return plan_review === "always";
  return modules.filter((module) => !isReused(module)).length > 1;
}
