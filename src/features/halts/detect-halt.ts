import { planPath } from "../../domain/gates/state-paths.js";
import { type Instant, type ModuleRef, parseModuleRef, type Sha, type TaskId } from "../../domain/ids.js";
import { nextOfPlan } from "../../domain/plan/abandonment.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { versionOf } from "../interface-change/rules/check-split.js";
import { escalationPath } from "../modules/artifacts/artifact-paths.js";
import { derivedHex } from "../modules/keys.js";
import { prospectsOf } from "../modules/questions.js";
import { moduleIdOf, type TaskWork } from "../modules/task-work.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";
import { causeRow, type HaltCause } from "./escalation/causes.js";
import type { Escalation } from "./escalation/escalation.js";
import { Escalation as EscalationSchema } from "./escalation/escalation.js";
import { actionForCause, type ChosenAction } from "./escalation/failure-of-cause.js";
import { type Halt, raiseEscalation } from "./escalation/raise-escalation.js";
import { impossibleFor } from "./reenter-work.js";

/** The halt of the first task that must halt. */
export function detectHalts(situation: Situation): FactoryEvent[] {
  for (const inWork of tasksInWork(situation)) {
    const halt = detectHalt(situation, inWork);
    if (halt.length > 0) return halt;
  }
  return [];
}

/**
 * A task halts if it cannot continue as a whole, or if something failed and nothing is left to attempt
 * (requirements.md#failed-modules).
 */
export function detectHalt({ now, stateHead, config }: Situation, { taskId, work }: WorkSituation): FactoryEvent[] {
  const cause = causeOf(work);
  if (cause === undefined || stateHead === null) return [];
  const escalation = `ESC-${derivedHex(stateHead, taskId, work.attempt, work.questions).slice(0, 8)}`;
  const failure = actionForCause(cause, config.failure_actions);
  const halt = {
    kind: "work-updated",
    at: now,
    task_id: taskId,
    event: { kind: "work-halted", escalation, cause, ...(failure === undefined ? {} : { failure }) },
  } as const;
  const reason = cause.kind.replaceAll("-", " ");
  const event = { kind: "task-halted", at: now, task_id: taskId, reason, escalation_ref: escalation } as const;
  return [halt, { kind: "project-updated", at: now, event }];
}

function causeOf(work: TaskWork): HaltCause | undefined {
  if (work.stage.stage === "halted") return undefined;
  if (work.halting !== null) return work.halting;
  if (work.stage.stage !== "building") return undefined;
  const inWork = work.modules.some(({ step }) => !["waiting", "shipped", "failed"].includes(step.step));
  if (inWork || nextOfPlan(prospectsOf(work)) !== "halt") return undefined;
  const failed = work.modules.find(({ step }) => step.step === "failed");
  return failed?.step.step === "failed" ? failed.step.cause : undefined;
}

type Halted = {
  readonly state: FactoryState;
  readonly taskId: TaskId;
  readonly cause: HaltCause;
  readonly failure?: ChosenAction | undefined;
  readonly escalationId: string;
  readonly stateHead: Sha;
  readonly now: Instant;
};

/** The escalation file, committed together with its halt. */
export function haltFiles({ state, stateHead, now }: Situation, event: FactoryEvent): FileToWrite[] {
  if (event.kind !== "work-updated" || event.event.kind !== "work-halted") return [];
  if (stateHead === null) throw new TypeError("a task halts only when there is a state");
  const { cause, escalation: escalationId, failure } = event.event;
  const escalation = escalationOf({ state, taskId: event.task_id, cause, failure, escalationId, stateHead, now });
  return [{ path: escalationPath(escalationId), text: writeYaml(escalation, EscalationSchema) }];
}

export function escalationOf({ state, taskId, cause, failure, escalationId, stateHead, now }: Halted): Escalation {
  const work = state.work[taskId];
  const task = state.project?.tasks[taskId];
  if (work === undefined || task === undefined) throw new TypeError(`${taskId} halts without being in work`);
  const modules = outcomesOf(work, cause);
  const raised = raiseEscalation({
    escalationId,
    taskId,
    taskPath: task.path,
    now,
    cause,
    failure,
    change: work.base === null || work.head === null ? undefined : { base: work.base, head: work.head },
    trail: trailOf(work),
    modules,
    causes: causesOf(work, modules, cause),
    plan: work.plan === null ? undefined : { ...work.plan, path: planPath(taskId) },
    stateSha: stateHead,
    tasks: new Map(Object.entries(state.project?.tasks ?? {})),
    builds: versionOf(state.agreed_versions, taskId),
    impossible: impossibleFor({ ...work, stage: { stage: "halted", escalation: escalationId, cause } }),
  } satisfies Halt);
  if (!raised.ok) throw new Error(raised.refusal.message);
  return raised.value;
}

/** The whole debate about the modules that did not ship, oldest first. */
function trailOf({ modules }: TaskWork): Halt["trail"] {
  const open = modules.filter(({ step }) => step.step !== "shipped");
  return {
    proposals: open.flatMap(({ trail }) => trail.proposals),
    challenges: open.flatMap(({ trail }) => trail.challenges),
    adjudications: open.flatMap(({ trail }) => trail.adjudications),
  };
}

/** A module that makes the whole branch red has failed, although it had shipped on the branch. */
function outcomesOf(work: TaskWork, cause: HaltCause): Halt["modules"] {
  const { failed: ended, abandoned, shipped: done } = prospectsOf(work);
  const blamed =
    causeRow(cause.kind).reach === "module" && "module" in cause ? [parseModuleRef(cause.module).moduleId] : [];
  const failed = [...new Set([...ended, ...blamed])];
  const shipped = done.filter((id) => !failed.includes(id));
  const refs = (ids: readonly string[]): ModuleRef[] =>
    work.modules
      .filter((module) => ids.includes(moduleIdOf(module)) && !module.reused)
      .map(({ module_ref }) => module_ref);
  return { failed: refs(failed), abandoned: refs(abandoned), shipped: refs(shipped) };
}

/** The cause of every failed module. A person's answer applies to all of them. */
function causesOf({ modules }: TaskWork, { failed }: Halt["modules"], cause: HaltCause): Halt["causes"] {
  return failed.map((ref) => {
    const step = modules.find(({ module_ref }) => module_ref === ref)?.step;
    const own = step?.step === "failed" ? step.cause : cause;
    return { module: ref, cause: isRenewed(own, cause) ? cause : own };
  });
}

/** The same exception is asked about again. The earlier question was answered. */
function isRenewed(before: HaltCause, now: HaltCause): boolean {
  if (before.kind !== "interface-change" || now.kind !== "contract-not-agreed") return false;
  return before.exception.exception_id === now.exception.exception_id;
}
