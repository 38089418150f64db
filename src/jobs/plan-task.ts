import { contextForPlanner } from "../context/assembly/context-for.js";
import { plannerTools } from "../context/tools/proposer-tools.js";
import { unownedPaths } from "../context/workspace/unowned-paths.js";
import { openWorkspace } from "../context/workspace/workspace.js";
import { isOutline } from "../domain/decisions/revised-plan.js";
import type { HaltCause } from "../domain/escalation/causes.js";
import { planPath } from "../domain/gates/state-paths.js";
import { type ModuleId, parseModuleRef, type TaskId } from "../domain/ids.js";
import { assignModuleIds } from "../domain/plan/assign-module-ids.js";
import { lockPlan } from "../domain/plan/lock.js";
import { MicroPlan, plannedRef } from "../domain/plan/micro-plan.js";
import { orderModules } from "../domain/plan/module-order.js";
import { PlanDraft } from "../domain/plan/plan-draft.js";
import type { TaskMove } from "../domain/work/task-move.js";
import type { RoleOutcome } from "../model-port.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { plannerPlan } from "../roles/planner-plan.js";
import { question } from "../roles/question.js";
import { writeYaml } from "../yaml.js";
import { type JobPorts, NOTHING } from "./job-ports.js";
import { consentCause, type PlanJudge, planJudge } from "./judge-plan.js";
import { guidanceOf, personsPlan } from "./persons-plan.js";
import { priorTasksOf } from "./prior-tasks-of.js";
import { readTask, type TaskReading } from "./read-task.js";
import { answerRecords, packFile } from "./records.js";
import { failureCause } from "./role-failure.js";
import { type RoleIds, roleIds } from "./role-ids.js";

type Asked = Extract<JobEffect, { kind: "ask-role" }>;

/** One planner call. The plan is judged before it is believed, numbered by the loop, and locked as it is. */
export async function planTask(repository: RepositoryRef, effect: Asked, ports: JobPorts): Promise<JobResult> {
  const reading = await readTask(repository, effect.task, ports);
  if (reading?.work.stage.stage !== "planning" || reading.work.stage.question !== effect.question) return NOTHING;
  const ids = roleIds(reading.state.request.issue, effect.task, effect.question);
  const { config } = reading;
  const codeIndex = ports.indexOf(reading.index);
  const boundary = ports.boundaryFor(effect.task);
  const personal = await personsPlan(reading);
  const facts = { module: null, seals: reading.seals, others: [], config };
  const context = contextForPlanner(
    {
      packId: ids.artifact("CONTEXT_PACK"),
      runId: ids.runId,
      task: effect.task,
      head: reading.tree.commit,
      boundary,
      now: ports.clock.now(),
      sizing: config.sizing,
    },
    {
      taskFile: reading.taskText,
      sops: reading.sops,
      priorTasks: priorTasksOf(reading),
      ...guidanceOf(personal),
      seals: reading.seals,
      unownedPaths: unownedPaths({ ...facts, entries: reading.tree.entries }),
    },
  );
  const workspace = openWorkspace({
    head: reading.tree.commit,
    entries: reading.tree.entries,
    readBlob: (blob) => ports.reader.blob(repository, blob),
    pack: context.pack,
    move: "specify",
    ...facts,
  });
  const judge = planJudge(reading, codeIndex);
  if (personal !== null && !isOutline(personal)) {
    const checked = await judge.check(personal);
    const answered = { question: effect.question, usage: [] };
    const cause = checked.ok ? consentCause(reading, checked.value) : judge.cause(writeYaml(personal, PlanDraft));
    if (checked.ok && cause === undefined) return planned(reading, checked.value, { ids, ports, answered, pack: null });
    if (cause === undefined) throw new TypeError("a plan was refused for no reason");
    return {
      intents: [moved(ports, effect.task, { kind: "question-failed", ...answered, module_id: null, cause })],
      files: [],
    };
  }
  const outcome = await ports.model.ask(
    question({
      move: plannerPlan,
      subject: { task: effect.task, module: null, attempt: effect.attempt },
      given: context.given,
      tools: plannerTools(workspace, { searchIndex: (query) => codeIndex.search(query), boundary }),
      check: judge.check,
      config,
      signal: ports.signal,
    }),
  );
  const answered = { question: effect.question, usage: [...outcome.usage] };
  const cause = failureOf(outcome, judge, reading);
  if (outcome.kind !== "answered" || cause !== undefined) {
    if (cause === undefined) throw new TypeError("a planner without an answer has a reason");
    const move: TaskMove = { kind: "question-failed", ...answered, module_id: null, cause };
    return { intents: [moved(ports, effect.task, move)], files: [packFile(context.pack)] };
  }
  return planned(reading, outcome.value, { ids, ports, answered, pack: context.pack });
}

/** Why there is no plan to go on with: nobody gave one, it stayed wrong, or it wants what nobody agreed to. */
function failureOf(outcome: RoleOutcome<PlanDraft>, judge: PlanJudge, reading: TaskReading): HaltCause | undefined {
  if (outcome.kind === "answered") return consentCause(reading, outcome.value);
  const refused = outcome.kind === "invalid" ? judge.cause(outcome.last || "nothing") : undefined;
  return refused ?? failureCause("planner", reading.config.models.planner.name, outcome);
}

function planned(
  { state, taskId }: TaskReading,
  draft: PlanDraft,
  {
    ids,
    ports,
    answered,
    pack,
  }: {
    readonly ids: RoleIds;
    readonly ports: JobPorts;
    readonly answered: { question: number; usage: Extract<TaskMove, { kind: "plan-made" }>["usage"] };
    /** Null for a person's plan: they were given no pack, and are on record by their resolution. */
    readonly pack: Parameters<typeof packFile>[0] | null;
  },
): JobResult {
  const { plan, nextNumber } = assignModuleIds(draft, {
    microPlanId: ids.artifact("MICRO_PLAN"),
    parentTaskRef: `${taskId}@${state.project?.spec_version ?? "1.0.0"}`,
    nextNumber: state.next_module,
    approvedVersions: new Map(),
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
  const move: TaskMove = {
    kind: "plan-made",
    ...answered,
    micro_plan_id: plan.micro_plan_id,
    digest: lock.digest,
    modules,
    next_module: nextNumber,
  };
  const now = ports.clock.now();
  return {
    intents: [moved(ports, taskId, move)],
    files: [
      { path: planPath(taskId), text: writeYaml(plan, MicroPlan) },
      ...(pack === null
        ? []
        : answerRecords({ pack, type: "MICRO_PLAN", artifact: plan.micro_plan_id, task: taskId, ids, now })),
    ],
  };
}

function moved({ clock }: JobPorts, task_id: TaskId, move: TaskMove) {
  return { kind: "work-moved", at: clock.now(), task_id, move } as const;
}
